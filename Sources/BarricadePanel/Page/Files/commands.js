// What a person can do. A command that fails says why, and the page then shows what is so.

import { Unreachable } from './api.js';
import { mayLeave } from './editor.js';
import { counted } from './words.js';

export class Commands {
    #model;
    #api;

    constructor(model, api) {
        this.#model = model;
        this.#api = api;
    }

    select(set, response) {
        return this.#change(set, { selected: response });
    }

    setMode(set, mode) {
        return this.#change(set, { mode });
    }

    setNextMode(set) {
        const { modes, isRecording } = this.#model.overview;
        const all = modes.map(({ mode }) => mode)
            .filter((mode) => mode !== 'recording' || isRecording);
        return this.setMode(set, all[(all.indexOf(set.mode) + 1) % all.length]);
    }

    apply(preset) {
        return this.#perform(() => this.#api.post(`presets/${preset.id}/apply`));
    }

    /** Simulates a network; an empty name ends that. */
    setConditions(name) {
        return this.#perform(() =>
            name === '' ? this.#api.delete('conditions') : this.#api.put('conditions', { name }));
    }

    setPolicy(policy) {
        return this.#perform(() => this.#api.put('unmatched-policy', { policy }));
    }

    /** Releases a held request: as selected, to `{ response }`, `{ error }` or `{ live: true }`. */
    release(held, outcome = {}) {
        return this.#perform(() => this.#api.post(`held/${held.id}/release`, outcome));
    }

    releaseAll() {
        return this.#perform(() => this.#api.post('held/release'));
    }

    clearLog() {
        return this.#perform(() => this.#api.delete('log'));
    }

    // Resetting

    /** Makes every set answer with its default again, which releases what waits. */
    reset() {
        return this.#reset(this.#model.overview.sets, {});
    }

    /** Makes one set answer with its default again. */
    resetSet(set) {
        return this.#reset([set], { sets: [set.name] });
    }

    #reset(sets, body) {
        const changed = sets.filter((set) => set.isChanged);
        if (changed.length === 0) return null;
        return this.#perform(async () => {
            await this.#api.post('reset', body);
            const what = changed.length === 1
                ? changed[0].name : counted(changed.length, 'set');
            const choices = changed.map((set) => [set.name, {
                selected: set.selectedResponse === set.defaultResponse
                    ? null : set.selectedResponse,
                mode: set.mode,
            }]);
            this.#model.undo = {
                title: `Reset of ${what}`,
                // Sets that are gone stay away.
                take: () => this.#api.patch('selections', {
                    sets: Object.fromEntries(choices.filter(([name]) => this.#model.setNamed(name))),
                }),
            };
        });
    }

    /** Takes the latest reset or deletion back; if that fails, it can be tried again. */
    async undo() {
        const step = this.#model.undo;
        this.dismissUndo();
        if (await this.#perform(step.take)) return;
        this.#model.undo ??= step;
        this.#model.changed();
    }

    dismissUndo() {
        this.#model.undo = null;
        this.#model.changed();
    }

    // Making and editing

    /** Deletes a response that was made here. */
    remove(set, { id, name, version }) {
        return this.#perform(async () => {
            await this.#api.delete(`sets/${set}/responses/${id}`, version);
            this.#model.undo = {
                title: `Deletion of ${name}`,
                take: () => this.#api.post('undo', { set, response: id }),
            };
            this.open({ kind: 'set', id: set });
        });
    }

    /** Saves what was made here to the app's folder, and says what has changed there. */
    async saveToFolder() {
        let said = null;
        await this.#perform(async () => {
            said = (await this.#api.post('folder/save')).text;
        });
        if (said) this.#say(said);
    }

    // Looking

    /** Goes where someone was before. */
    goBack() {
        return this.open(this.#model.previous);
    }

    async open(place) {
        if (!await mayLeave(this.#model)) return;
        if (this.#model.place.kind !== 'edit') this.#model.previous = this.#model.place;
        this.#model.place = place;
        if (place.kind === 'set') this.#model.current.set = place.id;
        if (place.kind === 'request') this.#model.current.request = place.id;
        this.#model.changed();
    }

    /** Copies what a function returns, also later, and returns whether the browser has done so. */
    async copy(text) {
        try {
            await navigator.clipboard.writeText(await text());
            return true;
        } catch (error) {
            this.#say(error instanceof DOMException
                ? 'The browser does not let the page copy. Select the text, and copy that.'
                : error.message);
            return false;
        }
    }

    /** Saves the bytes that a function returns, also later, as a file. */
    download(name, read) {
        return this.#perform(async () => {
            const address = URL.createObjectURL(await read());
            Object.assign(document.createElement('a'), { href: address, download: name }).click();
            // The browser has begun to read it by then.
            setTimeout(() => URL.revokeObjectURL(address), 10_000);
        });
    }

    dismissMessage() {
        this.#say(null);
    }

    /** Changes a set. An event shows it: the answer may come after that of a later change. */
    #change(set, change) {
        return this.#perform(() => this.#api.patch(`sets/${set.id}`, change));
    }

    /** Does something, and returns whether it has worked. */
    async #perform(action) {
        let isDone = true;
        try {
            await action();
            this.#model.message = null;
        } catch (error) {
            isDone = false;
            this.#model.failures += 1;
            // While the app is away the page says so anyway.
            this.#model.message = error instanceof Unreachable ? null : error.message;
        }
        this.#model.changed();
        return isDone;
    }

    #say(message) {
        this.#model.message = message;
        this.#model.changed();
    }
}
