// A response: its status, header fields and body.

import { Body } from './body.js';
import { make, setText } from './dom.js';
import { copyButton, fieldTable, section } from './parts.js';
import { Reading } from './reading.js';

/** The most bytes of a body that are read at first, and that "Show All" reads. */
const [firstBytes, allBytes] = [32 << 10, 2 << 20];

export function responseView({ model, commands, api }, place) {
    const path = `sets/${place.set}/responses/${place.id}`;
    let limit = firstBytes;
    const reading = new Reading(model, (signal) => api.get(`${path}?limit=${limit}`, signal));
    const title = make('h2', { className: 'headline', dir: 'auto' });
    const back = make('button', {
        type: 'button', className: 'plain back',
        onclick: () => commands.open({ kind: 'set', id: place.set }),
    });
    const content = make('div');
    let drawn = null;
    let body = null;

    function show({ summary, fault, content: reply }) {
        body?.leave();
        body = null;
        if (!reply) {
            content.replaceChildren(make('p', {
                className: fault ? 'fault' : '', dir: 'auto', textContent: fault ?? summary,
            }));
            return;
        }
        body = new Body(reply);
        const parts = [
            section('Status', make('p', { textContent: reply.statusWords })),
            section('Headers', fieldTable(reply.headers)),
            section(body.summary, body.element, make(
                'div', { className: 'actions' }, copyButton(commands, 'Copy Body', () => body.text),
                ...showAll())),
        ];
        content.replaceChildren(...parts);
    }

    function showAll() {
        if (!body.isCut || limit === allBytes || !body.isText) return [];
        return [make('button', {
            type: 'button', textContent: 'Show All',
            onclick: () => {
                limit = allBytes;
                model.changed();
            },
        })];
    }

    return {
        element: make('div', {}, back, title, content),
        draw() {
            const set = model.set(place.set);
            setText(back, `‹ ${set?.name ?? 'Set'}`);
            reading.update(JSON.stringify(set?.responses), limit);
            const { value, fault } = reading;
            const shown = fault ? { fault } : value;
            if (!shown || (fault ?? value) === drawn) return;
            drawn = fault ?? value;
            if (shown.name) setText(title, shown.name);
            show(shown);
        },
        leave() {
            reading.stop();
            body?.leave();
        },
    };
}
