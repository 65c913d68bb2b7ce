// Making and changing elements. All text from the app goes through `textContent`.

/**
 * Makes an element.
 * @param {string} tag
 * @param {Object} properties Names with a dash, and `role`, are attributes.
 * @param {...(Node|string|false)} children What is false or nothing is left out.
 */
export function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (name.includes('-') || name === 'role') setAttribute(element, name, value);
        else element[name] = value;
    }
    element.append(...children.filter(Boolean));
    return element;
}

/** Makes a button that does something. */
export function button(textContent, onclick, properties = {}) {
    return make('button', { type: 'button', textContent, onclick, ...properties });
}

/** Whether two lists have the same parts. */
export function isSame(one, other) {
    return one.length === other.length && one.every((part, at) => part === other[at]);
}

/** Makes a span for a name from the app, which may be written from right to left. */
export function name(text, className = 'name') {
    return make('span', { className, dir: 'auto', textContent: text });
}

export function find(selector) {
    return document.querySelector(selector);
}

/** Sets the text of an element, unless it is there already. */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, unless it is there already; `null` removes it. */
export function setAttribute(element, attribute, value) {
    if (value === null) element.removeAttribute(attribute);
    else if (element.getAttribute(attribute) !== `${value}`) element.setAttribute(attribute, value);
}

const rowsOf = new WeakMap();

/**
 * Makes the children of an element those of a list: it keeps the element of each key, and changes
 * only what changes, so that focus, scrolling and selected text survive.
 *
 * @param {Element} parent
 * @param {Array} items
 * @param {Object} row
 * @param {function(item): string|number} row.key
 * @param {function(item): Array} row.parts What the element shows; compared by identity.
 * @param {function(item): Element} row.make
 * @param {function(Element, item)} row.update Called after `make` too.
 */
export function keyed(parent, items, { key, parts, make, update }) {
    const known = rowsOf.get(parent) ?? new Map();
    const rows = new Map();
    for (const item of items) {
        const id = key(item);
        const row = known.get(id) ?? { element: make(item), parts: [] };
        const now = parts(item);
        if (!isSame(now, row.parts)) {
            row.parts = now;
            update(row.element, item);
        }
        rows.set(id, row);
    }
    for (const [id, row] of known) {
        if (!rows.has(id)) row.element.remove();
    }
    let next = parent.firstElementChild;
    for (const { element } of rows.values()) {
        if (element === next) next = next.nextElementSibling;
        else parent.insertBefore(element, next);
    }
    rowsOf.set(parent, rows);
}

/** Makes the options of a menu those of a list of names, and chooses one. */
export function setOptions(menu, choices, chosen) {
    const isSame = menu.options.length === choices.length
        && choices.every(({ value, text }, at) =>
            menu.options[at].value === value && menu.options[at].text === text);
    if (!isSame) {
        menu.replaceChildren(...choices.map(({ value, text }) =>
            make('option', { value, textContent: text })));
    }
    if (menu.value !== chosen) menu.value = chosen;
}
