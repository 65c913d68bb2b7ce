// Small parts that several views have.

import { button, make, name } from './dom.js';

/** A button that copies what a function returns, and says so for a moment. */
export function copyButton(commands, title, text) {
    const copy = button(title, async () => {
        if (!await commands.copy(text)) return;
        copy.textContent = 'Copied';
        setTimeout(() => { copy.textContent = title; }, 1500);
    });
    return copy;
}

/** Buttons beside each other. */
export function actions(...buttons) {
    return make('div', { className: 'actions' }, ...buttons);
}

/** Sentences about what is wrong. */
export function warnings(sentences) {
    return make('ul', { className: 'faults' }, ...sentences.map((sentence) =>
        make('li', { dir: 'auto', textContent: `⚠ ${sentence}` })));
}

/** Header fields as a list of names and values. */
export function fieldTable(fields) {
    if (fields.length === 0) return make('p', { className: 'caption', textContent: 'None' });
    return make('dl', { className: 'fields' }, ...fields.map((field) => make(
        'div', {}, make('dt', { textContent: field.name }),
        make('dd', { dir: 'auto', textContent: field.value }))));
}

/** Text as it is, in letters of one width. */
export function code(text) {
    return make('pre', { dir: 'ltr', tabIndex: 0 }, make('code', { textContent: text }));
}

/** A section with a title. */
export function section(title, ...children) {
    return make('section', {}, make('h3', {}, name(title)), ...children);
}
