// The form in which a response is made or edited. The app says what is wrong in each field.

import { Unreachable } from './api.js';
import { button, find, keyed, make, setAttribute, setText } from './dom.js';
import { actions, copyButton } from './parts.js';

/** The time in which several letters are checked as one, in milliseconds. */
const checkPause = 150;

/** The most bytes to send at a time; the app takes a few more. */
const mostBytes = 4_000_000;

/**
 * @param {Object} page
 * @param {Object} place Where the draft is read (`path`), or the name of its `set`; an empty name makes
 *     a new set.
 */
export function editorView(page, place) {
    const { model, api, commands } = page;
    const element = make('div', {}, make('p', { className: 'empty', textContent: 'Reading…' }));
    let form = null;
    read();
    return { element, draw() {}, leave: () => form?.leave() };

    async function read() {
        try {
            const checked = place.path
                ? await api.get(place.path) : await api.post('draft', { draft: emptyDraft(place) });
            if (model.place !== place) return;
            form = new Form(page, checked);
            element.replaceChildren(form.element);
            form.start();
        } catch (error) {
            element.replaceChildren(
                make('p', { className: 'fault', textContent: error.message }),
                button('Back', () => commands.goBack()));
        }
    }
}

function emptyDraft({ set }) {
    const draft = { set, name: '', status: '200', headers: [], bodyKind: 'json', body: '', delay: '' };
    return set === '' ? { ...draft, pattern: 'GET /' } : draft;
}

class Form {
    element;
    #page;
    #draft;
    #start;
    /** The fields that someone has changed; all of them once a save has been tried. */
    #touched = new Set();
    #checked;
    #fields = new Map();
    #headers = make('div', { className: 'rows' });
    #segments = make('div', {
        className: 'chips', role: 'group', 'aria-label': 'Segments that stand for any text',
    });
    #message = make('p', { className: 'fault', role: 'alert', hidden: true });
    #copies;
    #timer;

    constructor(page, checked) {
        const { draft, title } = checked;
        this.#page = page;
        this.#checked = checked;
        this.#draft = draft;
        this.#start = JSON.stringify(draft);
        const { commands } = page;
        const isNewSet = draft.pattern !== undefined;
        const errors = ['', ...page.model.choices.errors];
        this.#copies = [
            copyButton(commands, 'Copy Swift', () => this.#checkedText('swift')),
            copyButton(commands, 'Copy JSON', () => this.#checkedText('json')),
            button('Download', () => commands.download(`${this.#draft.name}.json`, async () =>
                new Blob([await this.#checkedText('json')]))),
        ];
        this.#copies[0].hidden = true;
        this.element = make(
            'form', {
                className: 'editor', noValidate: true, autocomplete: 'off',
                onsubmit: (event) => {
                    event.preventDefault();
                    this.#save(event.submitter?.value === 'select');
                },
            },
            make('h2', { className: 'headline', dir: 'auto', textContent: title }),
            ...(isNewSet ? [
                this.#field('set', 'Name of the set', make('input')),
                this.#field('pattern', 'Requests', make('input', { spellcheck: false })),
                this.#segments,
            ] : [make('p', { className: 'caption', dir: 'auto', textContent: draft.set })]),
            this.#field('name', 'Name', make('input')),
            this.#field('error', 'Outcome', make('select', {}, ...errors.map((name) =>
                make('option', { value: name, textContent: name || 'Reply' })))),
            make(
                'fieldset', { className: 'reply' },
                this.#field('status', 'Status, by number or words', make('input')),
                make('fieldset', {}, make('legend', { textContent: 'Headers' }), this.#headers,
                    button('Add a Header', () => this.#addHeader())),
                this.#field('bodyKind', 'Written as', make('select', {}, ...Object.entries({
                    json: 'JSON', text: 'Text', base64: 'Base64',
                }).map(([value, textContent]) => make('option', { value, textContent })))),
                this.#field('body', 'Body', make('textarea', {
                    // Breaking many lines would take a browser a second.
                    rows: 12, spellcheck: false, wrap: draft.body.length < 1e6 ? 'soft' : 'off',
                }))),
            this.#field('delay', 'Delay in seconds', make('input', { inputMode: 'decimal' })),
            this.#message,
            actions(
                make('button', { className: 'strong', value: 'select', textContent: 'Save and Select' }),
                make('button', { value: 'save', textContent: 'Save' }),
                button('Cancel', () => commands.goBack())),
            actions(...this.#copies));
    }

    /** Begins to check, and says when something would be lost. */
    start() {
        this.#page.model.hasUnsaved = () => JSON.stringify(this.#draft) !== this.#start;
        this.#show();
        this.element.querySelector('input').focus();
    }

    leave() {
        clearTimeout(this.#timer);
        this.#page.model.hasUnsaved = () => false;
    }

    #field(key, title, control) {
        const fault = make('p', { className: 'fault', id: `fault-${key}`, hidden: true });
        Object.assign(control, {
            id: `edit-${key}`, dir: key === 'body' || key === 'pattern' ? 'ltr' : 'auto',
            oninput: () => {
                this.#draft[key] = control.value;
                if (key === 'error' && control.value === '') delete this.#draft.error;
                this.#changed(key);
            },
        });
        setAttribute(control, 'aria-describedby', fault.id);
        this.#fields.set(key, { control, fault });
        const shown = control.localName === 'select'
            ? make('span', { className: 'menu boxed' }, control) : control;
        return make('div', { className: 'field' },
            make('label', { htmlFor: control.id, textContent: title }), shown, fault);
    }

    #addHeader() {
        this.#draft.headers.push({ name: '', value: '' });
        this.#changed('headers');
        this.#headers.lastElementChild.querySelector('input').focus();
    }

    #changed(key) {
        this.#touched.add(key);
        this.#message.hidden = true;
        this.#show();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#check(), checkPause);
    }

    /** Asks the app what is wrong, and what can be copied. */
    async #check(change = {}) {
        const asked = JSON.stringify(this.#draft);
        const isTooLarge = new Blob([asked]).size > mostBytes;
        const draft = isTooLarge ? { ...this.#draft, body: '' } : this.#draft;
        try {
            const checked = await this.#page.api.post(
                'draft', { ...change, draft, save: change.save && !isTooLarge });
            if (isTooLarge) {
                checked.draft.body = this.#draft.body;
                checked.faults.push({
                    field: 'body', message: 'Is too large: at most 4 MB can be sent, in which '
                        + 'quotation marks and line breaks count twice.',
                });
                delete checked.json;
            }
            const isSaved = change.save && checked.faults.length === 0;
            // What has been typed meanwhile is checked next.
            if (asked !== JSON.stringify(this.#draft) && !isSaved) return null;
            this.#checked = checked;
            this.#draft = checked.draft;
            this.#show();
            return checked;
        } catch (error) {
            this.#refuse(error);
            return null;
        }
    }

    /** Checks what was typed last, and returns a text that can be copied of it. */
    async #checkedText(kind) {
        clearTimeout(this.#timer);
        const text = (await this.#check())?.[kind];
        if (text === undefined) throw new Error('There are mistakes in the form.');
        return text;
    }

    #refuse(error) {
        setText(this.#message, error instanceof Unreachable
            ? 'The app does not answer. What you typed stays here.' : error.message);
        this.#message.hidden = false;
    }

    async #save(isSelected) {
        clearTimeout(this.#timer);
        for (const key of [...this.#fields.keys(), 'headers']) this.#touched.add(key);
        const checked = await this.#check({ save: true, select: isSelected });
        if (!checked) return;
        if (checked.faults.length > 0) {
            this.element.querySelector('[aria-invalid=true]')?.focus();
            return;
        }
        this.#start = JSON.stringify(this.#draft);
        this.#page.commands.open({ kind: 'set', id: checked.setID });
    }

    #show() {
        const { faults, segments } = this.#checked;
        for (const [key, { control, fault }] of this.#fields) {
            const value = this.#draft[key] ?? '';
            if (control.value !== value) control.value = value;
            const found = this.#touched.has(key) ? faults.filter(({ field }) => field === key) : [];
            setText(fault, found.map(({ message }) => message).join('\n'));
            fault.hidden = found.length === 0;
            setAttribute(control, 'aria-invalid', found.length > 0);
        }
        this.element.querySelector('.reply').hidden = this.#draft.error !== undefined;
        for (const button of this.#copies) button.disabled = this.#checked.json === undefined;
        // People who run the tool have no use for Swift, and get none.
        if (this.#checked.swift !== undefined) this.#copies[0].hidden = false;
        this.#showHeaders(faults.filter(({ field }) => field === 'headers'));
        const named = segments.map((text, at) => ({ text, at })).filter(({ text }) => text !== '');
        keyed(this.#segments, named, {
            key: ({ at }) => at, parts: ({ text }) => [text],
            make: ({ at }) => button('', () => {
                this.#touched.add('pattern');
                this.#check({ toggledSegment: at });
            }, { className: 'chip' }),
            update: (chip, { text }) => {
                setText(chip, text);
                setAttribute(chip, 'aria-pressed', text.startsWith(':'));
            },
        });
    }

    #showHeaders(faults) {
        keyed(this.#headers, this.#draft.headers.map((header, at) => ({ header, at })), {
            key: ({ at }) => at,
            parts: ({ header, at }) => [
                header.name, header.value, faults.find(({ row }) => row === at)?.message,
            ],
            make: ({ at }) => this.#headerRow(at),
            update: (row, { header, at }) => {
                const [name, value, , fault] = row.children;
                if (name.value !== header.name) name.value = header.name;
                if (value.value !== header.value) value.value = header.value;
                const found = faults.find((it) => it.row === at);
                setText(fault, found?.message ?? '');
                fault.hidden = !found;
                for (const field of [name, value]) setAttribute(field, 'aria-invalid', Boolean(found));
            },
        });
    }

    #headerRow(at) {
        const input = (key, label) => make('input', {
            'aria-label': `${label} of header ${at + 1}`, placeholder: label,
            oninput: ({ target }) => {
                this.#draft.headers[at][key] = target.value;
                this.#changed('headers');
            },
        });
        return make(
            'div', { className: 'header-row' }, input('name', 'Name'), input('value', 'Value'),
            button('×', () => {
                this.#draft.headers.splice(at, 1);
                this.#changed('headers');
            }, { 'aria-label': `Remove header ${at + 1}` }),
            make('p', { className: 'fault', hidden: true }));
    }
}

/** Asks whether what was typed may go; does not ask if nothing was. */
export function mayLeave(model) {
    if (!model.hasUnsaved()) return Promise.resolve(true);
    const dialog = find('#leave-dialog');
    dialog.returnValue = '';
    dialog.showModal();
    return new Promise((resolve) => {
        // The event of an earlier close may come after this opening.
        dialog.onclose = () => dialog.open || resolve(dialog.returnValue === 'leave');
    });
}
