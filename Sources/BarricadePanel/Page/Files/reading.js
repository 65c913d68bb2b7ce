// What a view reads from the API.

import { Unreachable } from './api.js';
import { isSame } from './dom.js';

/**
 * An answer of the API, for a view. It is read anew when what it depends on has changed, and
 * dropped if it comes too late.
 */
export class Reading {
    value = null;
    fault = null;
    #model;
    #read;
    #basis = null;
    #controller = new AbortController();

    /**
     * @param {Model} model Drawn anew when something has been read.
     * @param {function(AbortSignal): Promise} read
     */
    constructor(model, read) {
        this.#model = model;
        this.#read = read;
    }

    /** Reads, unless nothing has changed since the last time. */
    async update(...basis) {
        if (this.#model.connection !== 'connected') return;
        if (this.#basis && isSame(basis, this.#basis)) return;
        this.#basis = basis;
        this.stop();
        this.#controller = new AbortController();
        const { signal } = this.#controller;
        try {
            const value = await this.#read(signal);
            if (signal.aborted) return;
            [this.value, this.fault] = [value, null];
        } catch (error) {
            if (signal.aborted) return;
            // It is read when the app is back.
            if (error instanceof Unreachable) this.#basis = null;
            else this.fault = error.message;
        }
        this.#model.changed();
    }

    stop() {
        this.#controller.abort();
    }
}
