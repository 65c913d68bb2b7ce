// A request of the log: what became of it, and why.

import { make, name, setAttribute, setOptions, setText } from './dom.js';
import { Message } from './message.js';
import { code, copyButton, section } from './parts.js';
import { Reading } from './reading.js';
import { duration, short } from './words.js';

/** The outcomes of requests that have got a reply. */
const hasReply = ['answered', 'redirected', 'passedThrough'];

export function requestView(page, { id }) {
    const { model, commands, api } = page;
    const reading = new Reading(model, (signal) => api.get(`log/${id}`, signal));
    const [outcome, content] = [make('div'), make('div')];
    const next = nextAnswer(model, commands);
    let drawn = null;
    let messages = [];

    function showMessages({ request, message, reply, curl }) {
        for (const shown of messages) shown.leave();
        messages = [new Message(page, message, `log/${id}/body`, `request-${id}`)];
        const replyParts = [];
        if (reply) {
            messages.push(
                new Message(page, reply.message, `log/${id}/reply/body`, `reply-${id}`));
            replyParts.push(
                make('h2', { textContent: 'What came back' }),
                make('p', { className: 'matcher', textContent: reply.message.line }),
                ...messages[1].elements);
        } else if (hasReply.includes(request.outcome.kind)) {
            replyParts.push(make('p', {
                className: 'caption',
                textContent: 'Its reply was not kept: replies are kept while this page is open.',
            }));
        }
        return [
            ...replyParts, make('h2', { textContent: 'What was sent' }), ...messages[0].elements,
            section('As cURL', code(curl)),
        ];
    }

    return {
        element: make('div', {}, make('h2', { className: 'headline', textContent: 'Request' }),
            outcome, content, next.element),
        draw() {
            const row = model.log.get(id);
            reading.update(row, row && model.outcome(row));
            next.draw(row?.setID);
            const { value, fault } = reading;
            const shown = fault ?? value;
            if (shown === null || shown === drawn) return;
            drawn = shown;
            outcome.replaceChildren(...(fault
                ? [make('p', { className: 'fault', textContent: fault })]
                : outcomeParts(page, value)));
            content.replaceChildren(...(fault ? [] : [
                ...(value.match ? nearest(commands, value.match) : []), ...showMessages(value),
            ]));
        },
        leave() {
            reading.stop();
            for (const shown of messages) shown.leave();
        },
    };
}

function outcomeParts({ commands, api }, { request, explanation, reply, url, curl }) {
    const { outcome, set, setID, response, date, drift } = request;
    const outcomes = [make('p', { className: 'outcome' }, make('span', {
        textContent: outcome.words,
    }))];
    const facts = [new Date(date).toLocaleTimeString()];
    if (request.duration !== undefined) facts.push(duration(request.duration));
    if (reply?.firstByte !== undefined) facts.push(`first byte ${duration(reply.firstByte)}`);
    const caption = make('p', { className: 'caption' });
    if (set) {
        const open = () => commands.open({ kind: 'set', id: setID });
        caption.append(make('button', {
            type: 'button', className: 'link', dir: 'auto', textContent: set, onclick: open,
        }), response ? ', ' : '', response ? name(response) : '', ' · ');
    }
    caption.append(facts.join(' · '));
    outcomes.push(caption);
    if (explanation && set) outcomes.push(code(explanation));
    return [
        make('p', { className: 'matcher', textContent: `${request.method} ${url}` }),
        make(
            'div', { className: 'actions' }, copyButton(commands, 'Copy URL', () => url),
            copyButton(commands, 'Copy as cURL', () => curl),
            ...(reply ? [copyButton(commands, 'Copy as Response', async () =>
                (await api.get(`log/${request.id}/draft`)).swift)] : []),
            make('button', {
                type: 'button', textContent: reply || set ? 'Keep and Edit' : 'Make a Set',
                onclick: () => commands.open({ kind: 'edit', path: `log/${request.id}/draft` }),
            })),
        section('Outcome', ...outcomes),
        ...(drift.length > 0 ? [section('Differs from the server', make(
            'ul', { className: 'faults' },
            ...drift.map((text) => make('li', { textContent: `⚠ ${text}` }))))] : []),
    ];
}

/** The nearest sets, each clause with a tick or a cross, and the line that would make a set. */
function nearest(commands, { nearest, suggestion }) {
    return [
        ...nearest.map((set) => section(
            `${set.name} (${set.origin})`,
            make('ul', { className: 'card checks' }, ...set.checks.map(check)),
            make('p', {
                className: 'caption', textContent: 'The set is live.', hidden: !set.isLive,
            }))),
        section('To answer it', code(suggestion), make(
            'div', { className: 'actions' },
            copyButton(commands, 'Copy the Line', () => suggestion))),
    ];
}

function check({ isMet, wants, got }) {
    const words = got === undefined ? `never matches: ${wants}` : `wants ${wants}, got ${got}`;
    return make(
        'li', { className: isMet ? 'met' : 'unmet' },
        make('span', { className: 'mark', 'aria-hidden': true, textContent: isMet ? '✓' : '✕' }),
        make('span', { className: 'unseen', textContent: isMet ? 'Met: ' : 'Not met: ' }),
        make('span', { dir: 'auto', textContent: isMet ? wants : words }));
}

/** The response that the set will give next, to choose another one. */
function nextAnswer(model, commands) {
    let [set, drawn] = [null, []];
    const title = make('h3');
    const menu = make('select', { dir: 'auto', onchange: () => commands.select(set, menu.value) });
    const element = make('section', {}, title, make('span', { className: 'menu boxed' }, menu));
    return {
        element,
        draw(id) {
            set = model.set(id);
            const now = [set, model.failures];
            if (now.every((part, at) => part === drawn[at])) return;
            drawn = now;
            element.hidden = !set || set.responses.length === 0;
            if (element.hidden) return;
            const isLive = set.mode === 'live' || set.mode === 'recording';
            setText(title, isLive
                ? `Once barricaded, ${short(set.name)} answers with`
                : `The next request to ${short(set.name)} gets`);
            setAttribute(menu, 'aria-label', title.textContent);
            setOptions(menu, set.responses.map((response) => (
                { value: response.name, text: short(response.name) })), set.selectedResponse);
        },
    };
}
