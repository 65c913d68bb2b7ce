// The parts of the page one at a time, where there is no room for them side by side.

import { find, setAttribute } from './dom.js';

export function tabs({ model }) {
    const buttons = [...document.querySelectorAll('[data-show]')];
    let { place } = model;

    function show(part) {
        document.body.dataset.shown = part;
        for (const button of buttons) {
            setAttribute(button, 'aria-current', button.dataset.show === part ? 'true' : null);
        }
    }

    for (const button of buttons) button.onclick = () => show(button.dataset.show);

    model.draw(() => {
        if (model.place === place) return;
        place = model.place;
        show('detail');
        if (!matchMedia('(min-width: 900px)').matches) find('#detail .scroll').focus();
    });
}
