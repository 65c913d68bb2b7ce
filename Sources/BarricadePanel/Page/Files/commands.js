// What a person can do. A command that fails says why, and the page then shows what is so.

import { Unreachable } from './api.js';
import { counted, isChanged, modes, short } from './words.js';

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
        const { isRecording } = this.#model.overview;
        const all = Object.keys(modes).filter((mode) => mode !== 'recording' || isRecording);
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

    /** Makes a response of the real server's reply to a request. */
    keepReply(request) {
        return this.#perform(() => this.#api.post(`log/${request}/keep`));
    }

    // Resetting

    /** Makes every set answer with its default again, which releases what waits. */
    reset() {
        return this.#reset(this.#model.overview.sets.filter(isChanged), {});
    }

    /** Makes one set answer with its default again. */
    resetSet(set) {
        return this.#reset([set].filter(isChanged), { sets: [set.name] });
    }

    #reset(changed, body) {
        if (changed.length === 0) return null;
        return this.#perform(async () => {
            await this.#api.post('reset', body);
            const what = changed.length === 1
                ? short(changed[0].name) : counted(changed.length, 'set');
            this.#model.undo = {
                title: `Reset of ${what}`,
                sets: Object.fromEntries(changed.map((set) => [set.name, {
                    selected: set.selectedResponse === set.defaultResponse
                        ? null : set.selectedResponse,
                    mode: set.mode,
                }])),
            };
        });
    }

    /** Takes the latest reset back; sets that are gone stay away. */
    undo() {
        const { sets } = this.#model.undo;
        this.dismissUndo();
        const present = Object.entries(sets).filter(([name]) => this.#model.setNamed(name));
        return this.#perform(() =>
            this.#api.patch('selections', { sets: Object.fromEntries(present) }));
    }

    dismissUndo() {
        this.#model.undo = null;
        this.#model.changed();
    }

    // Looking

    open(place) {
        this.#model.place = place;
        if (place.kind === 'set') this.#model.current.set = place.id;
        if (place.kind === 'request') this.#model.current.request = place.id;
        this.#model.changed();
    }

    /** Copies a text, and returns whether the browser has done so. */
    async copy(text) {
        try {
            await navigator.clipboard.writeText(text);
            return true;
        } catch {
            this.#say('The browser does not let the page copy. Select the text, and copy that.');
            return false;
        }
    }

    /** Saves a body of the API as a file. */
    download(path) {
        return this.#perform(async () => {
            const address = URL.createObjectURL(await this.#api.file(path));
            const name = path.replace(/^sets|[/]body$/g, '').replace(/[^A-Za-z0-9]+/g, '-');
            Object.assign(document.createElement('a'), {
                href: address, download: `body${name}`,
            }).click();
            // The browser has begun to read it by then.
            setTimeout(() => URL.revokeObjectURL(address), 10_000);
        });
    }

    dismissMessage() {
        this.#say(null);
    }

    /** Changes a set, and shows at once what the app answers, before the next overview comes. */
    #change(set, change) {
        return this.#perform(async () => {
            this.#model.showSet(await this.#api.patch(`sets/${set.id}`, change));
        });
    }

    async #perform(action) {
        try {
            await action();
            this.#model.message = null;
        } catch (error) {
            this.#model.failures += 1;
            // While the app is away the page says so anyway.
            this.#model.message = error instanceof Unreachable ? null : error.message;
        }
        this.#model.changed();
    }

    #say(message) {
        this.#model.message = message;
        this.#model.changed();
    }
}
