// The presets as chips.

import { find, keyed, make, name, setAttribute, setText } from './dom.js';

export function presets({ model, commands }) {
    const section = find('#presets');
    const chips = section.querySelector('.chips');

    model.draw(() => {
        const presets = model.overview?.presets ?? [];
        section.hidden = presets.length === 0;
        keyed(chips, presets, {
            key: (preset) => preset.id,
            parts: (preset) => [preset.name, preset.state],
            make: (preset) => make(
                'button',
                { type: 'button', className: 'chip', onclick: () => commands.apply(preset) },
                make('span', { className: 'mark', 'aria-hidden': true }), name(preset.name),
                make('span', { className: 'note' })),
            update: (chip, preset) => {
                const [mark, , note] = chip.children;
                setAttribute(chip, 'aria-pressed', preset.state === 'applied');
                setText(mark, { applied: '✓ ', modified: '✎ ' }[preset.state] ?? '');
                setText(note, preset.state === 'modified' ? ' modified' : '');
                chip.title = preset.name;
            },
        });
    });
}
