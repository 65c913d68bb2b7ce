// Requests to the panel's API.

/** A refusal by the API, in words for people. */
class Refusal extends Error {
    constructor(status, problem) {
        super(problem.detail ?? problem.title ?? `The app answered with status ${status}.`);
        this.status = status;
    }
}

/** The failure of a request that nobody has answered. */
export class Unreachable extends Error {}

export class API {
    #token;

    constructor(token) {
        this.#token = token;
    }

    /** The address of this page, with the token. */
    get address() {
        return `${location.origin}/#token=${this.#token}`;
    }

    get(path, signal) {
        return this.#ask('GET', path, undefined, signal);
    }

    post(path, body = {}) {
        return this.#ask('POST', path, JSON.stringify(body));
    }

    put(path, body) {
        return this.#ask('PUT', path, JSON.stringify(body));
    }

    patch(path, body) {
        return this.#ask('PATCH', path, JSON.stringify(body));
    }

    /** Deletes something; a version makes the app refuse that if there is a newer one. */
    delete(path, version) {
        return this.#ask('DELETE', path, '', undefined, version);
    }

    /** Reads the bytes of a body. */
    async file(path) {
        return (await this.#send('GET', path, { headers: {} })).blob();
    }

    /** Begins to read the events after one of them; `null` means from now on. */
    async events(lastID, signal) {
        const headers = lastID === null ? {} : { 'Last-Event-ID': lastID };
        return (await this.#send('GET', 'events?for=page', { headers, signal })).body;
    }

    async #ask(method, path, body, signal, version) {
        const options = { headers: {}, signal };
        if (method !== 'GET') options.headers['Content-Type'] = 'application/json';
        if (version !== undefined) options.headers['If-Match'] = `"${version}"`;
        if (body) options.body = body;
        const response = await this.#send(method, path, options);
        return response.status === 204 ? null : response.json();
    }

    async #send(method, path, { headers, ...options }) {
        const response = await fetch(`api/v1/${path}`, {
            method,
            headers: { ...headers, Authorization: `Bearer ${this.#token}` },
            cache: 'no-store',
            ...options,
        }).catch((error) => {
            throw error instanceof TypeError ? new Unreachable(error.message) : error;
        });
        if (response.ok) return response;
        throw new Refusal(response.status, await response.json().catch(() => ({})));
    }
}
