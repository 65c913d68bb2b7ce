// What is known of the barricade: seed, storage, launch, mistakes.

import { isSame, make } from './dom.js';
import { copyButton, fieldTable, section } from './parts.js';
import { Reading } from './reading.js';

export function aboutView({ model, api, commands }) {
    const reading = new Reading(model, (signal) => api.get('faults', signal));
    const content = make('div');
    let drawn = [];

    return {
        element: make(
            'div', {}, make('h2', { className: 'headline', textContent: 'About' }), content),
        draw() {
            // A watched folder may break while this is shown.
            reading.update(model.overview.faults.join());
            const now = [model.overview, reading.value, reading.fault];
            if (isSame(now, drawn)) return;
            drawn = now;
            content.replaceChildren(...parts(model.overview, reading, api, commands));
        },
        leave: () => reading.stop(),
    };
}

function parts({ name, sets, seed, storage, launchOptions, faults, requestCount }, reading, api, commands) {
    const found = reading.value?.faults ?? faults;
    return [
        section('Barricade', fieldTable([
            { name: 'Name', value: name }, { name: 'Sets', value: String(sets.length) },
            { name: 'Requests', value: String(requestCount) }, { name: 'Seed', value: seed },
            { name: 'Selection kept in', value: storage.place },
            { name: 'Address', value: api.address.replace(/=.*/, '=…') },
        ]), copyButton(commands, 'Copy Address', () => api.address),
        storage.fault && fault(storage.fault)),
        ...(launchOptions.length > 0
            ? [section('Launched with', make('ul', {}, ...launchOptions.map((option) =>
                make('li', { dir: 'auto', textContent: option }))))] : []),
        section('Mistakes', ...found.map(fault), reading.fault && fault(reading.fault),
            found.length === 0 && make('p', {
                className: 'caption',
                textContent: reading.value ? 'None found.' : 'None known yet.',
            })),
    ];
}

function fault(text) {
    return make('p', { className: 'fault', dir: 'auto', textContent: text });
}
