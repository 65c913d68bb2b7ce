// A body as people read it: indented JSON that folds, text, the parts of a form, an image, or bytes in
// hexadecimal. The app has made the text of it.

import { button, make, setAttribute, setText } from './dom.js';
import { section } from './parts.js';

/** A text with fewer lines is seen at a glance, and has no search. */
const fewLines = 5;

export class Body {
    element = make('div');
    #address = null;
    #parts = [];

    constructor({ kind, text, folds, parts, image, note, isCut }) {
        if (note) this.element.append(make('p', { className: 'fault', textContent: note }));
        if (image) this.#showImage(image);
        else if (kind === 'multipart') this.#showParts(parts);
        else if (text !== '') this.element.append(...lines(text, new Map(folds)));
        if (isCut) this.element.append(make('p', {
            className: 'caption', textContent: 'Only the beginning is shown.',
        }));
    }

    /** Gives the memory of images back. */
    leave() {
        if (this.#address) URL.revokeObjectURL(this.#address);
        for (const part of this.#parts) part.leave();
    }

    #showImage(image) {
        const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
        this.#address = URL.createObjectURL(new Blob([bytes]));
        this.element.append(make('img', { src: this.#address, alt: 'The image' }));
    }

    #showParts(parts) {
        for (const { title, body } of parts) {
            const part = new Body(body);
            this.#parts.push(part);
            this.element.append(section(`${title} (${body.summary})`, part.element));
        }
    }
}

/**
 * Makes a search and the lines of a text.
 * @param {string} text
 * @param {Map<number, number>} folds The lines that open something, with those that close it, from 1.
 */
function lines(text, folds) {
    const all = text.split('\n').map((line, at) => {
        const element = make('div', {});
        if (folds.has(at + 1)) element.append(foldButton(at + 1));
        element.append(line === '' ? '\n' : line);
        return element;
    });
    const view = make('pre', { className: 'lines', dir: 'ltr', tabIndex: 0 });
    // One at a time: a call takes some ten thousand arguments at most.
    for (const line of all) view.append(line);
    if (all.length < fewLines) return [view];
    const [count, previous, next] = [
        make('span', { className: 'caption', role: 'status' }), step('‹', 'Previous', -1),
        step('›', 'Next', 1),
    ];
    const field = make('input', {
        type: 'search', placeholder: 'In the body', 'aria-label': 'Search in the body',
        oninput: search,
        onkeydown: ({ key, shiftKey }) => key === 'Enter' && go(shiftKey ? -1 : 1),
    });
    let [found, current] = [[], 0];
    search();
    return [make('div', { className: 'line search' }, field, count, previous, next), view];

    function search() {
        const wanted = field.value.toLowerCase();
        for (const at of found) all[at].className = '';
        found = wanted === '' ? [] : all.flatMap((element, at) =>
            (element.textContent.toLowerCase().includes(wanted) ? [at] : []));
        for (const at of found) all[at].className = 'found';
        current = 0;
        go(0);
    }

    /** Goes to another line that was found, and unfolds what hides it. */
    function go(by) {
        const isEmpty = found.length === 0;
        previous.disabled = next.disabled = isEmpty;
        setText(count, field.value === '' ? '' : isEmpty
            ? 'None' : `${(current + by + found.length) % found.length + 1} of ${found.length}`);
        if (isEmpty) return;
        all[found[current]].classList.remove('current');
        current = (current + by + found.length) % found.length;
        const line = all[found[current]];
        for (const [start, end] of folds) {
            if (start <= found[current] && found[current] < end) fold(start, false);
        }
        line.classList.add('current');
        line.scrollIntoView({ block: 'nearest' });
    }

    function step(symbol, title, by) {
        return button(symbol, () => go(by), { 'aria-label': title });
    }

    function foldButton(number) {
        return button('', ({ target }) => fold(number, target.ariaExpanded === 'true'), {
            className: 'plain fold', 'aria-expanded': true,
            'aria-label': `What line ${number} opens`,
        });
    }

    /** Hides the lines between one that opens something and the one that closes it, or shows them. */
    function fold(number, isFolded) {
        setAttribute(all[number - 1].firstElementChild, 'aria-expanded', !isFolded);
        let shownFrom = 0;
        for (let at = number; at < folds.get(number) - 1; at += 1) {
            all[at].hidden = isFolded || at < shownFrom;
            // What is folded within stays so.
            const isClosed = all[at].firstElementChild?.ariaExpanded === 'false';
            if (isClosed && at >= shownFrom) shownFrom = folds.get(at + 1) - 1;
        }
    }
}
