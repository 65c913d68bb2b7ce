// A set: what it matches, its mode, its responses, its latest requests.

import { toggle } from './arrangement.js';
import { button, isSame, keyed, make, name, setAttribute, setText } from './dom.js';
import { actions } from './parts.js';
import { Reading } from './reading.js';
import { requestKey, requestRow, updateRequestRow } from './request-row.js';

const latestRequests = 5;

export function setView(page, { id }) {
    const { model, commands, api } = page;
    const bodies = new Reading(model, (signal) => api.get(`sets/${id}`, signal));
    const set = () => model.set(id);

    const title = make('h2', { className: 'headline', dir: 'auto' });
    const pin = button('', () => toggle(model, 'pinned', set().name));
    const reset = button('Reset', () => commands.resetSet(set()));
    const matcher = make('p', { className: 'matcher', dir: 'auto' });
    const faults = make('ul', { className: 'faults' });
    const drift = make('ul', { className: 'faults' });
    const drifted = make(
        'section', {}, make('h3', { textContent: 'Differs from the server' }), drift);
    const mode = modeChoice(page, set);
    const responses = make('div', { className: 'card' });
    const requests = make('ul', { className: 'card' });
    const latest = make('section', {}, make('h3', { textContent: 'Latest requests' }), requests);
    const gone = make('p', {
        className: 'empty', textContent: 'This set is no longer registered.', hidden: true,
    });
    const content = make(
        'div', {},
        make('div', { className: 'heading' }, title, actions(pin, reset)),
        matcher, faults, mode.element, drifted,
        make(
            'fieldset', {}, make('legend', { textContent: 'Responses' }), responses,
            button('New Response', () => commands.open({ kind: 'edit', set: set().name }), {
                className: 'plain',
            })),
        latest);

    function draw() {
        const summary = set();
        content.hidden = !summary;
        gone.hidden = Boolean(summary);
        if (!summary) return;
        bodies.update(summary.version);
        setText(title, summary.name);
        setText(matcher, summary.matcher);
        setText(pin, model.arrangement.pinned.includes(summary.name) ? 'Unpin' : 'Pin');
        reset.disabled = !summary.isChanged;
        drawLines(faults, summary.faults);
        drawLines(drift, summary.drift);
        drifted.hidden = summary.drift.length === 0;
        mode.draw(summary);
        drawResponses(summary);
        drawRequests();
    }

    function drawLines(list, lines) {
        keyed(list, lines.map((text, at) => ({ text, at })), {
            key: ({ at }) => at, parts: ({ text }) => [text], make: () => make('li'),
            update: (line, { text }) => setText(line, `⚠ ${text}`),
        });
    }

    function drawResponses(summary) {
        const bodyOf = ({ name }) => bodies.value?.responses.find((body) => body.name === name);
        keyed(responses, summary.responses.map((response, at) => ({ response, at })), {
            key: ({ response }) => response.name,
            parts: ({ response, at }) => [
                response, at, bodyOf(response), summary.selectedResponse,
                summary.defaultResponse, model.failures,
            ],
            make: ({ response }) => responseRow(page, set, response, () => commands.open({
                kind: 'response', set: id, id: bodyOf(response)?.id,
            })),
            update: (row, { response, at }) => updateResponseRow(
                row, response, at, summary, bodyOf(response)),
        });
    }

    function drawRequests() {
        const rows = model.latestRequests(id, latestRequests);
        latest.hidden = rows.length === 0;
        keyed(requests, rows, {
            key: requestKey, parts: (row) => [row], make: (row) => requestRow(commands, row),
            update: updateRequestRow,
        });
    }

    return { element: make('div', {}, content, gone), draw, leave: () => bodies.stop() };
}

function modeChoice({ model, commands }, set) {
    const explanation = make('p', { className: 'caption' });
    const segments = make('div', { className: 'segments' });
    const radios = model.overview.modes.map(({ mode, title }) => {
        const radio = make('input', {
            type: 'radio', name: 'mode', value: mode, onchange: () => commands.setMode(set(), mode),
        });
        segments.append(make('label', {}, radio, make('span', { textContent: title })));
        return radio;
    });
    let drawn = [];
    return {
        element: make(
            'fieldset', {}, make('legend', { textContent: 'Mode' }), segments, explanation),
        draw: (summary) => {
            const { isRecording, modes } = model.overview;
            const now = [summary, model.failures, isRecording];
            if (isSame(now, drawn)) return;
            drawn = now;
            for (const radio of radios) {
                radio.checked = radio.value === summary.mode;
                // Without a recorder its requests would fail.
                if (radio.value === 'recording') {
                    radio.parentElement.hidden = !radio.checked && !isRecording;
                }
            }
            setText(explanation, modes.find(({ mode }) => mode === summary.mode).explanation);
        },
    };
}

function responseRow({ commands }, set, response, open) {
    const radio = make('input', {
        type: 'radio', name: 'response', 'aria-label': response.name,
        onchange: () => commands.select(set(), response.name),
    });
    return make(
        'div', { className: 'response' },
        make(
            'label', {}, radio,
            make('span', { className: 'title' }, name(response.name)),
            make('span', { className: 'caption', dir: 'auto' })),
        make('kbd', { 'aria-hidden': true }),
        button('i', open, { className: 'round', 'aria-label': `Details of ${response.name}` }));
}

function updateResponseRow(row, response, at, summary, body) {
    const [label, key, open] = row.children;
    const [radio, , caption] = label.children;
    radio.checked = response.name === summary.selectedResponse;
    setText(caption, body?.caption ?? response.words);
    caption.dataset.tone = body?.tone ?? 'other';
    setAttribute(radio, 'aria-description', caption.textContent);
    setText(key, at < 9 ? String(at + 1) : '');
    key.hidden = at >= 9;
    open.disabled = body === undefined;
}
