// The requests that wait to be released.

import { button, find, keyed, make, name, setText } from './dom.js';
import { actions } from './parts.js';
import { timeLeft } from './words.js';

export function waiting({ model, commands }) {
    const section = find('#waiting');
    const list = section.querySelector('ul');
    find('#release-all').onclick = () => commands.releaseAll();
    let clock = null;
    let times = [];

    const showTimes = () => {
        for (const { time, timeout } of times) setText(time, timeLeft(timeout, Date.now()));
    };

    model.draw(() => {
        const held = model.overview?.heldRequests ?? [];
        section.hidden = held.length === 0;
        keyed(list, held, {
            // In another launch of the app, other requests have the same numbers.
            key: ({ id, arrival }) => `${id} ${arrival}`,
            parts: () => [],
            make: (request) => heldRow(request, {
                release: () => commands.release(request),
                choose: () => chooseRelease(model, commands, request),
                open: () => commands.open({ kind: 'request', id: request.id }),
            }),
            update: () => {},
        });
        times = held.map(({ timeout }, at) => (
            { time: list.children[at].querySelector('time'), timeout }));
        showTimes();
        if (held.length > 0) {
            clock ??= setInterval(showTimes, 1000);
        } else {
            clearInterval(clock);
            clock = null;
        }
    });
}

function heldRow(request, { release, choose, open }) {
    const time = make('time', { dateTime: request.timeout });
    return make(
        'li', { className: 'held' },
        button(request.request, open, { className: 'link', dir: 'auto' }),
        make('p', { className: 'caption' }, name(request.set), ' · ', time),
        actions(
            button('Release', release, {
                'aria-label': `Release ${request.request} with ${request.response}`,
            }),
            button('Release with…', choose, {
                'aria-label': `Release ${request.request} with…`,
            })));
}

/** Asks what to release a request with. */
function chooseRelease(model, commands, held) {
    const dialog = find('#release-dialog');
    const others = (model.setNamed(held.set)?.responses ?? [])
        .map((response) => response.name).filter((name) => name !== held.response);
    const outcomes = [
        { title: held.response, outcome: {} },
        ...others.map((response) => ({ title: response, outcome: { response } })),
        { title: 'No network', outcome: { error: 'notConnectedToInternet' } },
        { title: 'The real server', outcome: { live: true } },
        { title: 'Cancel', outcome: null },
    ];
    setText(dialog.querySelector('p'), held.request);
    dialog.querySelector('form').replaceChildren(...outcomes.map(({ title, outcome }) => make(
        'button', {
            dir: 'auto', textContent: title,
            onclick: () => outcome && commands.release(held, outcome),
        })));
    dialog.showModal();
}
