// The stream of events: reading it, and coming back to it. `EventSource` cannot send the token.

import { Unreachable } from './api.js';

/** How often a token is tried that the app refuses. */
const mostRefusals = 3;
/** The longest silence of a connection that is alive; the app sends something each 15 seconds. */
const longestSilence = 40_000;
const [shortestPause, longestPause] = [250, 4_000];

/** Reads server-sent events from the pieces of a stream. */
class EventReader {
    #rest = '';
    #event = { type: 'message', data: [] };

    /** Returns the events that a piece of text completes. */
    read(text) {
        const lines = text.split('\n');
        // Only what is new is split: a line may be megabytes long.
        lines[0] = this.#rest + lines[0];
        this.#rest = lines.pop();
        return lines.map((line) => this.#take(line)).filter(Boolean);
    }

    #take(line) {
        if (line === '') {
            const { type, data, id } = this.#event;
            this.#event = { type: 'message', data: [] };
            return data.length > 0 ? { type, id, data: JSON.parse(data.join('\n')) } : null;
        }
        const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line);
        if (field === 'event') this.#event.type = value;
        if (field === 'data') this.#event.data.push(value);
        if (field === 'id') this.#event.id = value;
        return null;
    }
}

/**
 * Follows the events for as long as the page is there, and comes back after each interruption,
 * unless the app keeps refusing the token.
 *
 * A hidden page follows nothing: all tabs share the few connections that a browser opens to one
 * server, so that the pages behind would leave none to the one that is seen.
 *
 * @param {API} api
 * @param {Object} listener
 * @param {function()} listener.connected Called before the first event of each connection.
 * @param {function(Object)} listener.received Called with each event.
 * @param {function(Error)} listener.interrupted Called after each connection, and each failed try.
 */
export async function follow(api, { connected, received, interrupted }) {
    let lastID = null;
    let pause = shortestPause;
    let refusals = 0;
    while (refusals < mostRefusals) {
        await untilSeen();
        const silence = new Silence();
        try {
            const body = await api.events(lastID, silence.controller.signal);
            connected();
            [pause, refusals] = [shortestPause, 0];
            const reader = new EventReader();
            const decoder = new TextDecoder();
            for await (const piece of pieces(body)) {
                silence.interrupt();
                for (const event of reader.read(decoder.decode(piece, { stream: true }))) {
                    lastID = event.id ?? lastID;
                    received(event);
                }
            }
            interrupted(new Unreachable('The connection has ended.'));
        } catch (error) {
            if (document.hidden) continue;
            refusals = error.status === 401 ? refusals + 1 : 0;
            interrupted(error);
        } finally {
            silence.end();
        }
        await untilSeen(pause);
        pause = Math.min(pause * 1.6, longestPause);
    }
}

/** The pieces of a stream; Safari has no iterator of its own for it. */
async function* pieces(body) {
    const reader = body.getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
    }
}

/**
 * Gives up a connection on which nothing comes: an app that is asleep may leave it open. Also gives
 * it up once the page is hidden.
 */
class Silence {
    controller = new AbortController();
    #timer;
    #look = () => document.hidden && this.controller.abort();

    constructor() {
        document.addEventListener('visibilitychange', this.#look);
        this.interrupt();
    }

    interrupt() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.controller.abort(), longestSilence);
    }

    end() {
        clearTimeout(this.#timer);
        document.removeEventListener('visibilitychange', this.#look);
    }
}

/** Waits until someone looks at the page; for some time at most, if one is given. */
function untilSeen(milliseconds) {
    return new Promise((resolve) => {
        const done = () => {
            clearTimeout(timer);
            document.removeEventListener('visibilitychange', look);
            resolve();
        };
        const look = () => document.hidden || done();
        const timer = milliseconds && setTimeout(done, milliseconds);
        document.addEventListener('visibilitychange', look);
        if (!milliseconds) look();
    });
}
