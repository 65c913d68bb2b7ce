// A response: its status, header fields and body.

import { button, make, setText } from './dom.js';
import { Message } from './message.js';
import { actions, section } from './parts.js';
import { Reading } from './reading.js';

/** The most bytes of a body that are read at first, and that "Show All" reads. */
const [firstBytes, allBytes] = [32 << 10, 2 << 20];

export function responseView(page, place) {
    const { model, commands, api } = page;
    const path = `sets/${place.set}/responses/${place.id}`;
    let limit = firstBytes;
    const reading = new Reading(model, (signal) => api.get(`${path}?limit=${limit}`, signal));
    const title = make('h2', { className: 'headline', dir: 'auto' });
    const back = button(
        '', () => commands.open({ kind: 'set', id: place.set }), { className: 'plain back' });
    const openEditor = (query) => commands.open({ kind: 'edit', path: `${path}/draft${query}` });
    const edit = button('Edit', () => openEditor(''), { hidden: true });
    const copy = button('Copy and Edit', () => openEditor('?copy=true'), { hidden: true });
    const remove = button('', () => commands.remove(place.set, reading.value), { hidden: true });
    const content = make('div');
    let drawn = null;
    let message = null;

    function show({ summary, fault, content: reply }) {
        message?.leave();
        message = null;
        if (!reply) {
            content.replaceChildren(make('p', {
                className: fault ? 'fault' : '', dir: 'auto', textContent: fault ?? summary,
            }));
            return;
        }
        message = new Message(page, reply, `${path}/body`, title.textContent, ...showAll(reply.body));
        content.replaceChildren(
            section('Status', make('p', { textContent: reply.line })), ...message.elements);
    }

    function showAll({ isCut, kind }) {
        if (!isCut || limit === allBytes || kind === 'hexadecimal') return [];
        return [button('Show All', () => {
            limit = allBytes;
            model.changed();
        })];
    }

    return {
        element: make(
            'div', {}, back,
            make('div', { className: 'heading' }, title, actions(edit, copy, remove)), content),
        draw() {
            const set = model.set(place.set);
            setText(back, `‹ ${set?.name ?? 'Set'}`);
            reading.update(set?.version, limit);
            const { value, fault } = reading;
            const shown = fault ? { fault } : value;
            if (!shown || (fault ?? value) === drawn) return;
            drawn = fault ?? value;
            if (shown.name) setText(title, shown.name);
            edit.hidden = shown.version === undefined;
            copy.hidden = !shown.name;
            setText(remove, shown.removal ?? '');
            remove.hidden = shown.removal === undefined;
            show(shown);
        },
        leave() {
            reading.stop();
            message?.leave();
        },
    };
}
