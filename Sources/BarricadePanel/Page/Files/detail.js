// The column in the middle: a set, a response, a request, or what is known of the barricade.

import { aboutView } from './about.js';
import { editorView } from './editor.js';
import { find, make } from './dom.js';
import { requestView } from './request-detail.js';
import { responseView } from './response-detail.js';
import { setView } from './set-detail.js';

const views = {
    set: setView, response: responseView, request: requestView, about: aboutView, edit: editorView,
    nothing: () => ({
        element: make('p', {
            className: 'empty', textContent: 'Open a set or a request to see more of it.',
        }),
        draw() {},
    }),
};

export function detail(page) {
    const { model } = page;
    const container = find('#detail .scroll');
    let place = null;
    let view = null;

    model.draw(() => {
        if (!model.overview) return;
        if (!isSame(place, model.place)) {
            view?.leave?.();
            place = model.place;
            view = views[place.kind](page, place);
            container.replaceChildren(view.element);
            container.scrollTop = 0;
        }
        view.draw();
    });
}

function isSame(one, other) {
    // Each edit begins anew.
    if (other.kind === 'edit') return one === other;
    return one !== null && Object.keys(other).every((key) => one[key] === other[key])
        && Object.keys(one).length === Object.keys(other).length;
}
