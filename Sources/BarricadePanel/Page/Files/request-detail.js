// A request of the log: what became of it, and why.

import { button, isSame, make, setAttribute, setOptions, setText } from './dom.js';
import { Message } from './message.js';
import { actions, code, copyButton, fieldTable, section, warnings } from './parts.js';
import { Reading } from './reading.js';

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
            messages.push(new Message(page, reply, `log/${id}/reply/body`, `reply-${id}`));
            replyParts.push(
                make('h2', { textContent: 'Reply' }),
                make('p', { className: 'matcher', textContent: reply.line }),
                ...messages[1].elements);
        } else if (['answered', 'live'].includes(request.filter)) {
            replyParts.push(make('p', {
                className: 'caption',
                textContent: 'No reply was kept: none came, or this page was not open.',
            }));
        }
        return [
            ...replyParts, make('h2', { textContent: 'Request' }), ...messages[0].elements,
            section('As cURL', code(curl)),
        ];
    }

    return {
        element: make('div', {}, make('h2', { className: 'headline', textContent: 'Request' }),
            outcome, next.element, content),
        draw() {
            const row = model.log.get(id);
            // Why it is matched or not depends on all sets.
            const sets = model.overview.sets.map(({ version, mode }) => version + mode);
            reading.update(row, sets.join());
            const { value, fault } = reading;
            next.draw(row?.setID, value?.choiceTitle);
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

function outcomeParts({ model, commands }, value) {
    const { request, message, explanation, url, curl, facts, responseCode } = value;
    const { id, outcome, setID, drift } = request;
    return [
        make('p', { className: 'matcher', textContent: message.line }),
        actions(
            copyButton(commands, 'Copy URL', () => url),
            copyButton(commands, 'Copy as cURL', () => curl),
            responseCode && copyButton(commands, 'Copy Reply as a Response', () => responseCode),
            button(value.makingTitle, () =>
                commands.open({ kind: 'edit', path: `log/${id}/draft` }))),
        section(
            'Outcome', make('p', { className: 'outcome', textContent: outcome.words }),
            explanation && setID && code(explanation), fieldTable(facts),
            model.set(setID)
                && button('Open the Set', () => commands.open({ kind: 'set', id: setID }))),
        ...(drift.length > 0 ? [section('Differs from the server', warnings(drift))] : []),
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
        ...(suggestion ? [section('To answer it', code(suggestion), actions(
            copyButton(commands, 'Copy the Line', () => suggestion)))] : []),
    ];
}

function check({ isMet, words }) {
    return make(
        'li', { className: isMet ? 'met' : 'unmet' },
        make('span', { className: 'mark', 'aria-hidden': true, textContent: isMet ? '✓' : '✕' }),
        make('span', { className: 'unseen', textContent: isMet ? 'Met: ' : 'Not met: ' }),
        make('span', { dir: 'auto', textContent: words }));
}

/** The response that the set will give next, to choose another one. */
function nextAnswer(model, commands) {
    let [set, drawn] = [null, []];
    const title = make('h3');
    const menu = make('select', { dir: 'auto', onchange: () => commands.select(set, menu.value) });
    const element = make('section', {}, title, make('span', { className: 'menu boxed' }, menu));
    return {
        element,
        draw(id, words) {
            set = model.set(id);
            const now = [set, words, model.failures];
            if (isSame(now, drawn)) return;
            drawn = now;
            element.hidden = !words || !set || set.responses.length === 0;
            if (element.hidden) return;
            setText(title, words);
            setAttribute(menu, 'aria-label', words);
            setOptions(menu, set.responses.map(({ name }) => ({ value: name, text: name })),
                set.selectedResponse);
        },
    };
}
