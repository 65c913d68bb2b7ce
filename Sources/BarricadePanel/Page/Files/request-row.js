// A request as a row, in the log and below its set.

import { make, name, setAttribute } from './dom.js';

/** The key of a row. In another launch of the app, other requests have the same numbers. */
export function requestKey({ id, date }) {
    return `${id} ${date}`;
}

/** Makes a row that opens its request. */
export function requestRow(commands, { id, method, url, date, time }) {
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
        make('time', { dateTime: date, textContent: time }),
        make('span', { className: 'caption' })));
}

export function updateRequestRow(element, { outcome, symbol, sentence, parts, drift }) {
    const [button] = element.children;
    const [mark, , , caption] = button.children;
    mark.dataset.symbol = symbol;
    button.dataset.outcome = outcome.kind;
    button.dataset.status = String(outcome.status ?? '').slice(0, 1);
    setAttribute(button, 'aria-label', sentence);
    caption.replaceChildren(
        drift.length > 0 ? '⚠ ' : '',
        ...parts.flatMap((part, at) => [at > 0 ? ' · ' : '', name(part)]));
}
