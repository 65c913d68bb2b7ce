// A request as a row, in the log and below its set.

import { make, name, setAttribute, setText } from './dom.js';
import { duration, requestDriftWords, symbol } from './words.js';

/** Makes a row that opens its request. */
export function requestRow(commands, { id, method, url, date }) {
    const time = make('time', {
        dateTime: date, textContent: new Date(date).toLocaleTimeString([], { hour12: false }),
    });
    // The path is what tells requests apart, so the origin is the first to go where room is short.
    const [, origin, path] = /^([^:]*:\/\/[^/?#]*)?(.*)$/s.exec(url);
    return make('li', {}, make(
        'button',
        {
            type: 'button', className: 'row', 'data-request': id,
            onclick: () => commands.open({ kind: 'request', id }),
        },
        make('span', { className: 'mark', 'aria-hidden': true }),
        make(
            'span', { className: 'title', dir: 'ltr', title: url },
            make('span', { className: 'method', textContent: method }), ' ',
            make('span', { className: 'url', textContent: path || '/' }), ' ',
            make('span', { className: 'caption', textContent: origin ?? '' })),
        time,
        make('span', { className: 'caption' })));
}

export function updateRequestRow(element, row, outcome) {
    const [button] = element.children;
    const [mark, , , caption] = button.children;
    setText(mark, symbol(outcome));
    button.dataset.outcome = outcome.kind;
    button.dataset.status = String(outcome.status ?? '').slice(0, 1);
    const parts = [outcome.words];
    if (row.set) parts.push(row.response ? `${row.set}, ${row.response}` : row.set);
    const drift = requestDriftWords(row);
    if (drift) parts.push(drift);
    setAttribute(button, 'aria-label', [`${row.method} ${row.url}`, ...parts].join(', '));
    caption.replaceChildren(`${drift ? '⚠ ' : ''}${outcome.words}`);
    if (row.set) caption.append(' · ', name(row.set));
    if (row.set && row.response) caption.append(', ', name(row.response));
    if (drift) caption.append(` · ${drift}`);
    if (row.duration !== undefined) caption.append(` · ${duration(row.duration)}`);
}
