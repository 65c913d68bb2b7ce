// swift-format-ignore-file
// Written by .ci/embed-page from the files in Page/Files; edit those.

/// The files of the page, as the panel serves them.
package enum PageFiles {
    /// All of them; the names of those that browsers may keep have a digest.
    package static let all = [
PageFile(path: "index.html", contentType: "text/html; charset=utf-8", text: ##"""
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Barricade</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http:%2F%2Fwww.w3.org%2F2000%2Fsvg' viewBox='0 0 32 32'%3E%3Crect x='2' y='8' width='28' height='12' rx='3' fill='%23e8620c'%2F%3E%3Cpath d='M9 8 4 20h5l5-12zm9 0-5 12h5l5-12zm9 0-5 12h5l3-7.2V11a3 3 0 0 0-3-3z' fill='%23fff'%2F%3E%3Cpath d='M7 20v7m18-7v7' stroke='%23777' stroke-width='3' stroke-linecap='round'%2F%3E%3C%2Fsvg%3E">
<link rel="stylesheet" href="page.c7267c5d8a69a62a.css">
<script defer src="page.27e14a3d121082db.js"></script>
</head>
<body data-shown="sets">
<header class="bar">
  <h1 id="title" dir="auto">Barricade</h1>
  <p id="differences"></p>
  <div class="settings">
    <label>Network <span class="menu"><select id="conditions"></select></span></label>
    <label>Unmatched requests <span class="menu"><select id="policy"></select></span></label>
    <button type="button" id="reset">Reset…</button>
    <button type="button" id="about">About</button>
    <button type="button" id="help" aria-label="Keys">?</button>
  </div>
</header>

<div id="banner" class="banner" role="alert">Starting…</div>
<noscript class="banner">This page needs JavaScript, which this browser does not run. Allow it for this
address, or use the API below api/v1, which openapi.json describes.</noscript>
<div id="message" class="banner" role="alert" hidden></div>

<nav class="tabs" aria-label="Parts of the page">
  <button type="button" data-show="sets" aria-current="true">Sets</button>
  <button type="button" data-show="detail">Detail</button>
  <button type="button" data-show="log">Log</button>
</nav>

<main class="columns">
  <section id="sets" class="column" aria-label="Sets">
    <div class="tools">
      <input type="search" id="search" placeholder="Names, paths, responses"
        aria-label="Search sets" autocomplete="off" spellcheck="false">
      <div class="line">
        <div id="tokens" class="chips" role="group" aria-label="Show only sets that are"></div>
        <button type="button" id="new-set">New Set</button>
      </div>
    </div>
    <div class="scroll">
      <section id="presets" aria-label="Presets" hidden>
        <h2>Presets</h2>
        <div class="chips"></div>
      </section>
      <section id="waiting" aria-label="Waiting" hidden>
        <h2>Waiting</h2>
        <ul class="card"></ul>
        <button type="button" id="release-all" class="plain">Release All</button>
      </section>
      <section id="made" aria-label="Made here" hidden>
        <h2>Made here</h2>
        <p></p>
        <button type="button" id="save">Save to Folder</button>
      </section>
      <div id="set-list" data-list></div>
      <p id="more-sets" hidden><span></span> <button type="button">Show All Sets</button></p>
      <p id="no-sets" class="empty" hidden></p>
    </div>
  </section>

  <section id="detail" class="column" aria-label="Detail">
    <div class="scroll" tabindex="-1"></div>
  </section>

  <section id="log" class="column" aria-label="Log">
    <div class="tools">
      <div class="line">
        <input type="search" id="log-search" placeholder="URL, set, response, status, body"
          aria-label="Search the log" autocomplete="off" spellcheck="false">
        <button type="button" id="pause" aria-pressed="false">Pause</button>
        <button type="button" id="clear">Clear</button>
      </div>
      <div id="log-filters" class="chips" role="group" aria-label="Show only requests that are"></div>
    </div>
    <div class="scroll">
      <ol id="log-list" data-list></ol>
      <p id="no-log" class="empty" hidden></p>
    </div>
  </section>
</main>

<div id="undo" class="toast" role="group" aria-label="Undo" hidden>
  <span></span>
  <button type="button" class="plain">Undo</button>
  <button type="button" class="plain" aria-label="Dismiss">×</button>
</div>

<div id="announcement" class="unseen" role="status"></div>

<dialog id="reset-dialog" aria-labelledby="reset-title">
  <h2 id="reset-title">Reset all sets to their defaults?</h2>
  <ul></ul>
  <form method="dialog">
    <button value="cancel">Cancel</button>
    <button value="reset" class="strong">Reset</button>
  </form>
</dialog>

<dialog id="leave-dialog" aria-labelledby="leave-title">
  <h2 id="leave-title">Discard what was typed?</h2>
  <form method="dialog">
    <button value="stay">Continue Editing</button>
    <button value="leave" class="strong">Discard</button>
  </form>
</dialog>

<dialog id="release-dialog" aria-labelledby="release-title">
  <h2 id="release-title">Release with</h2>
  <p dir="auto"></p>
  <form method="dialog"></form>
</dialog>

<dialog id="help-dialog" aria-labelledby="help-title">
  <h2 id="help-title">Keys</h2>
  <dl class="keys">
    <div><dt><kbd>/</kbd></dt><dd>Search the sets</dd></div>
    <div><dt><kbd>l</kbd></dt><dd>Search the log</dd></div>
    <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>Go to another set or request</dd></div>
    <div><dt><kbd>1</kbd> – <kbd>9</kbd></dt><dd>Select a response of the set</dd></div>
    <div><dt><kbd>m</kbd></dt><dd>Set the next mode</dd></div>
    <div><dt><kbd>p</kbd></dt><dd>Pin or unpin the set</dd></div>
    <div><dt><kbd>r</kbd></dt><dd>Release the request that has waited longest</dd></div>
    <div><dt><kbd>?</kbd></dt><dd>Show the keys</dd></div>
  </dl>
  <form method="dialog"><button class="strong">Done</button></form>
</dialog>
</body>
</html>
"""##),
PageFile(path: "page.27e14a3d121082db.js", contentType: "text/javascript; charset=utf-8", text: ##"""
'use strict';
const modules = {};

modules["api.js"] = (() => {
// Requests to the panel's API.

/** A refusal by the API, in words for people. */
class Refusal extends Error {
    constructor(status, problem) {
        super(problem.detail ?? problem.title ?? `The app answered with status ${status}.`);
        this.status = status;
    }
}

/** The failure of a request that nobody has answered. */
class Unreachable extends Error {}

class API {
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
return { Unreachable, API };
})();

modules["dom.js"] = (() => {
// Making and changing elements. All text from the app goes through `textContent`.

/**
 * Makes an element.
 * @param {string} tag
 * @param {Object} properties Names with a dash, and `role`, are attributes.
 * @param {...(Node|string|false)} children What is false or nothing is left out.
 */
function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (name.includes('-') || name === 'role') setAttribute(element, name, value);
        else element[name] = value;
    }
    element.append(...children.filter(Boolean));
    return element;
}

/** Makes a button that does something. */
function button(textContent, onclick, properties = {}) {
    return make('button', { type: 'button', textContent, onclick, ...properties });
}

/** Whether two lists have the same parts. */
function isSame(one, other) {
    return one.length === other.length && one.every((part, at) => part === other[at]);
}

/** Makes a span for a name from the app, which may be written from right to left. */
function name(text, className = 'name') {
    return make('span', { className, dir: 'auto', textContent: text });
}

function find(selector) {
    return document.querySelector(selector);
}

/** Sets the text of an element, unless it is there already. */
function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, unless it is there already; `null` removes it. */
function setAttribute(element, attribute, value) {
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
function keyed(parent, items, { key, parts, make, update }) {
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
function setOptions(menu, choices, chosen) {
    const isSame = menu.options.length === choices.length
        && choices.every(({ value, text }, at) =>
            menu.options[at].value === value && menu.options[at].text === text);
    if (!isSame) {
        menu.replaceChildren(...choices.map(({ value, text }) =>
            make('option', { value, textContent: text })));
    }
    if (menu.value !== chosen) menu.value = chosen;
}
return { make, button, isSame, name, find, setText, setAttribute, keyed, setOptions };
})();

modules["model.js"] = (() => {
// What the page shows. Views read it; nothing else keeps a copy.

/** The most requests that the log shows. */
const longestLog = 1000;

class Model {
    /** `starting`, `connected`, `away`, `crowded`, `foreign`, `refused`, `released` or `tokenless`. */
    connection = 'starting';
    overview = null;
    choices = { networkConditions: [], unmatchedPolicies: [], errors: [] };
    /** The filters of the log: `{ filter, title, emptyText }`. */
    filters = [];
    /** The rows of the log by their number; the oldest first. */
    log = new Map();
    /** The greatest number that a row of the log has had. */
    newest = 0;
    logFilter = 'all';
    /** The search of the log; the numbers are of rows in whose bodies the app has found the text. */
    logSearch = { text: '', inBodies: new Set() };
    /** The rows as they were when the log was paused; `null` while it runs. */
    pausedLog = null;
    search = { text: '', tokens: new Set() };
    arrangement = { pinned: [], collapsed: [] };
    /** What the detail shows: `{ kind, … }`. */
    place = { kind: 'nothing' };
    /** What it has shown before. */
    previous = { kind: 'nothing' };
    /** Whether something was typed that would be lost. */
    hasUnsaved = () => false;
    /** The set and the request that the arrow keys are at. */
    current = { set: null, request: null };
    /** What can be taken back: `{ title, take }`. */
    undo = null;
    message = null;
    /** Grows when a command has failed, so that controls show again what is so. */
    failures = 0;

    #views = [];
    #isScheduled = false;

    /** Adds a function that draws a part of the page after each change. */
    draw(view) {
        this.#views.push(view);
    }

    /** Draws the page anew, once in a frame however many changes there are. */
    changed() {
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        requestAnimationFrame(() => {
            this.#isScheduled = false;
            const focused = document.activeElement;
            for (const view of this.#views) view();
            // An element that moves loses the focus.
            if (focused !== document.activeElement && focused.isConnected) {
                focused.focus({ preventScroll: true });
            }
        });
    }

    set(id) {
        return this.overview?.sets.find((set) => set.id === id);
    }

    setNamed(name) {
        return this.overview?.sets.find((set) => set.name === name);
    }

    /** The rows of the log, newest first. */
    get latest() {
        return [...this.log.values()].reverse();
    }

    /** The requests that are found, newest first, and their number for each filter. */
    get foundLog() {
        const rows = this.pausedLog ?? this.latest;
        const words = folded(this.logSearch.text).split(/\s+/).filter(Boolean);
        const found = words.length === 0 ? rows : rows.filter((row) =>
            this.logSearch.inBodies.has(row.id)
            || words.every((word) => rowText(row).includes(word)));
        const accepted = (filter) =>
            (filter === 'all' ? found : found.filter((row) => row.filter === filter));
        return {
            rows: accepted(this.logFilter),
            counts: this.filters.map((it) => ({ ...it, count: accepted(it.filter).length })),
        };
    }

    /** The latest requests that a set has claimed, newest first. */
    latestRequests(id, limit) {
        return this.latest.filter(({ setID }) => setID === id).slice(0, limit);
    }

    show(overview) {
        this.overview = overview;
        this.changed();
    }

    note(row) {
        const isFull = this.log.size >= longestLog;
        const oldest = this.log.keys().next().value;
        // A late change of a request that is not shown any more.
        if (isFull && row.id < oldest) return;
        if (isFull && !this.log.has(row.id)) this.log.delete(oldest);
        // A request that has changed again comes after those that began later.
        const isLate = row.id < this.newest && !this.log.has(row.id);
        this.log.set(row.id, row);
        this.newest = Math.max(this.newest, row.id);
        if (isLate) this.log = new Map([...this.log].sort(([left], [right]) => left - right));
        this.changed();
    }

    /** Replaces the log by the latest requests, of which the newest is first. */
    fill(rows) {
        this.newest = rows[0]?.id ?? 0;
        this.log = new Map(rows.reverse().map((row) => [row.id, row]));
        this.changed();
    }

    clearLog(first) {
        for (const id of this.log.keys()) {
            if (id < first) this.log.delete(id);
        }
        if (this.pausedLog) this.pausedLog = this.pausedLog.filter(({ id }) => id >= first);
        this.changed();
    }
}

const rowTexts = new WeakMap();

/** The text of a row in which words are found. */
function rowText(row) {
    if (!rowTexts.has(row)) rowTexts.set(row, folded(row.sentence));
    return rowTexts.get(row);
}

/** Returns a text for comparison, without the differences that people overlook. */
function folded(text) {
    return text.normalize('NFKD').replace(/\p{Mn}/gu, '').toLowerCase();
}

/** Returns an overview with the changes of a later one, which has only the sets that changed. */
function merged(overview, changes) {
    const changed = new Map(changes.sets.map((set) => [set.id, set]));
    return { ...changes, sets: overview.sets.map((set) => changed.get(set.id) ?? set) };
}
return { Model, folded, merged };
})();

modules["token.js"] = (() => {
// The token of the panel. It comes in the fragment of the address, which browsers do not send, and
// is kept for this tab only.

const key = 'barricade.token';

/** Returns the token of this tab, after taking it out of the address; `null` if there is none. */
function takeToken() {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    try {
        if (token) {
            sessionStorage.setItem(key, token);
            history.replaceState(null, '', location.pathname);
        }
        return sessionStorage.getItem(key);
    } catch {
        // The browser keeps nothing for the page, so the token stays in the address.
        return token;
    }
}
return { takeToken };
})();

modules["words.js"] = (() => {
// The few texts that depend on the page alone. The app makes all others, as for its own screen.

/** A number with its noun: `1 request`, `2 requests`. */
function counted(number, noun) {
    return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The text as the beginning of a line. */
function capitalized(text) {
    return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The time left until a moment: `58 s left`, `timed out`, `until released` if it is far away. */
function timeLeft(moment, now) {
    const seconds = Math.ceil((Date.parse(moment) - now) / 1000);
    if (!(seconds > 0)) return 'timed out';
    if (seconds < 120) return `${seconds} s left`;
    if (seconds < 7200) return `${Math.floor(seconds / 60)} min left`;
    return seconds < 43200 ? `${Math.floor(seconds / 3600)} h left` : 'until released';
}
return { counted, capitalized, timeLeft };
})();

modules["events.js"] = (() => {
// The stream of events: reading it, and coming back to it. `EventSource` cannot send the token.

const { Unreachable } = modules['api.js'];

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
async function follow(api, { connected, received, interrupted }) {
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
return { follow };
})();

modules["tabs.js"] = (() => {
// The parts of the page one at a time, where there is no room for them side by side.

const { find, setAttribute } = modules['dom.js'];

function tabs({ model }) {
    const buttons = [...document.querySelectorAll('[data-show]')];
    let { place } = model;

    function show(part) {
        document.body.dataset.shown = part;
        for (const button of buttons) {
            setAttribute(button, 'aria-current', button.dataset.show === part ? 'true' : null);
        }
    }

    for (const button of buttons) button.onclick = () => show(button.dataset.show);

    model.draw(() => {
        if (model.place === place) return;
        place = model.place;
        show('detail');
        if (!matchMedia('(min-width: 900px)').matches) find('#detail .scroll').focus();
    });
}
return { tabs };
})();

modules["request-row.js"] = (() => {
// A request as a row, in the log and below its set.

const { make, name, setAttribute } = modules['dom.js'];

/** The key of a row. In another launch of the app, other requests have the same numbers. */
function requestKey({ id, date }) {
    return `${id} ${date}`;
}

/** Makes a row that opens its request. */
function requestRow(commands, { id, method, url, date, time }) {
    // The path is what tells requests apart, so the origin is the first to go where room is short.
    const [, origin, path] = /^([^:]*:\/\/[^/?#]*)?(.*)$/s.exec(url);
    return make('li', {}, make(
        'button',
        {
            type: 'button', className: 'row', 'data-request': id,
            onclick: () => commands.open({ kind: 'request', id }),
        },
        make('span', { className: 'mark', 'aria-hidden': true }),
        make(
            'span', { className: 'title', dir: 'ltr', title: url },
            make('span', { className: 'method', textContent: method }), ' ',
            make('span', { className: 'url', textContent: path || '/' }), ' ',
            make('span', { className: 'caption', textContent: origin ?? '' })),
        make('time', { dateTime: date, textContent: time }),
        make('span', { className: 'caption' })));
}

function updateRequestRow(element, { outcome, symbol, sentence, parts, drift }) {
    const [button] = element.children;
    const [mark, , , caption] = button.children;
    mark.dataset.symbol = symbol;
    button.dataset.outcome = outcome.kind;
    button.dataset.status = String(outcome.status ?? '').slice(0, 1);
    setAttribute(button, 'aria-label', sentence);
    caption.replaceChildren(
        drift.length > 0 ? '⚠ ' : '',
        ...parts.flatMap((part, at) => [at > 0 ? ' · ' : '', name(part)]));
}
return { requestKey, requestRow, updateRequestRow };
})();

modules["reading.js"] = (() => {
// What a view reads from the API.

const { Unreachable } = modules['api.js'];
const { isSame } = modules['dom.js'];

/**
 * An answer of the API, for a view. It is read anew when what it depends on has changed, and
 * dropped if it comes too late.
 */
class Reading {
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
return { Reading };
})();

modules["presets.js"] = (() => {
// The presets as chips.

const { find, keyed, make, name, setAttribute, setText } = modules['dom.js'];

function presets({ model, commands }) {
    const section = find('#presets');
    const chips = section.querySelector('.chips');

    model.draw(() => {
        const presets = model.overview?.presets ?? [];
        section.hidden = presets.length === 0;
        keyed(chips, presets, {
            key: (preset) => preset.id,
            parts: (preset) => [preset.name, preset.state],
            make: (preset) => make(
                'button',
                { type: 'button', className: 'chip', onclick: () => commands.apply(preset) },
                make('span', { className: 'mark', 'aria-hidden': true }), name(preset.name),
                make('span', { className: 'note' })),
            update: (chip, preset) => {
                const [mark, , note] = chip.children;
                setAttribute(chip, 'aria-pressed', preset.state === 'applied');
                setText(mark, { applied: '✓ ', modified: '✎ ' }[preset.state] ?? '');
                setText(note, preset.state === 'modified' ? ' modified' : '');
                chip.title = preset.name;
            },
        });
    });
}
return { presets };
})();

modules["parts.js"] = (() => {
// Small parts that several views have.

const { button, make, name } = modules['dom.js'];

/** A button that copies what a function returns, and says so for a moment. */
function copyButton(commands, title, text) {
    const copy = button(title, async () => {
        if (!await commands.copy(text)) return;
        copy.textContent = 'Copied';
        setTimeout(() => { copy.textContent = title; }, 1500);
    });
    return copy;
}

/** Buttons beside each other. */
function actions(...buttons) {
    return make('div', { className: 'actions' }, ...buttons);
}

/** Sentences about what is wrong. */
function warnings(sentences) {
    return make('ul', { className: 'faults' }, ...sentences.map((sentence) =>
        make('li', { dir: 'auto', textContent: `⚠ ${sentence}` })));
}

/** Header fields as a list of names and values. */
function fieldTable(fields) {
    if (fields.length === 0) return make('p', { className: 'caption', textContent: 'None' });
    return make('dl', { className: 'fields' }, ...fields.map((field) => make(
        'div', {}, make('dt', { textContent: field.name }),
        make('dd', { dir: 'auto', textContent: field.value }))));
}

/** Text as it is, in letters of one width. */
function code(text) {
    return make('pre', { dir: 'ltr', tabIndex: 0 }, make('code', { textContent: text }));
}

/** A section with a title. */
function section(title, ...children) {
    return make('section', {}, make('h3', {}, name(title)), ...children);
}
return { copyButton, actions, warnings, fieldTable, code, section };
})();

modules["banners.js"] = (() => {
// The lines below the bar: whether the app is there, and why a command has failed.

const { button, find, make, setText } = modules['dom.js'];

const foreign = 'The address has changed: another launch of the app answers here, or another app. '
    + 'Open the address that this launch has written to its console.';

const connections = {
    starting: 'Starting…',
    away: 'The app sleeps or has ended. The page comes back by itself when the app does. If the '
        + 'app was launched anew with another address, open that one.',
    crowded: 'Too many pages of this app are open. Close one of them; this page then comes back by '
        + 'itself.',
    foreign,
    refused: `${foreign} This page has stopped asking.`,
    released: 'The barricade no longer exists in the app.',
    tokenless: 'This address is not complete. Open the whole address that the app has written to '
        + 'its console, which ends with #token=….',
};

function banners({ model, commands }) {
    const [banner, message, undo] = [find('#banner'), find('#message'), find('#undo')];
    const text = make('p');
    message.append(
        text, button('Dismiss', () => commands.dismissMessage(), { className: 'plain' }));
    const [take, dismiss] = undo.querySelectorAll('button');
    take.onclick = () => commands.undo();
    dismiss.onclick = () => commands.dismissUndo();

    model.draw(() => {
        const connection = connections[model.connection];
        banner.hidden = connection === undefined;
        setText(banner, connection ?? '');
        message.hidden = model.message === null;
        setText(text, model.message ?? '');
        undo.hidden = model.undo === null;
        setText(undo.querySelector('span'), model.undo?.title ?? '');
    });
}
return { banners };
})();

modules["arrangement.js"] = (() => {
// The sets and groups as a person has arranged and searched them.

const { folded } = modules['model.js'];

/** What a set must be for each token of the search. */
const searchTokens = {
    Changed: (set) => set.isChanged,
    Live: (set) => set.mode === 'live' || set.mode === 'recording'
        || set.responses.find(({ name }) => name === set.selectedResponse)?.kind === 'live',
    Unused: (set) => !set.isUsed,
};

const foldedTexts = new WeakMap();

/** All texts of a set in which words are found. */
function texts(set) {
    let found = foldedTexts.get(set);
    if (!found) {
        const all = [set.name, set.matcher, set.group ?? '',
            ...set.responses.map((response) => response.name)];
        found = all.map(folded);
        foldedTexts.set(set, found);
    }
    return found;
}

/** Returns the sets that meet every token and have each word in a name, path or response. */
function foundSets(sets, { text, tokens }) {
    const words = folded(text).split(/\s+/).filter(Boolean);
    return sets.filter((set) =>
        [...tokens].every((token) => searchTokens[token](set))
        && words.every((word) => texts(set).some((text) => text.includes(word))));
}

/** Returns the sections of the list: pinned sets, groups, and sets of no group. */
function sections(model) {
    const { pinned, collapsed } = model.arrangement;
    const isSearching = model.search.text.trim() !== '' || model.search.tokens.size > 0;
    const groups = new Map();
    const [top, others] = [[], []];
    for (const set of foundSets(model.overview.sets, model.search)) {
        if (pinned.includes(set.name)) top.push(set);
        else if (set.group === undefined) others.push(set);
        else if (groups.has(set.group)) groups.get(set.group).push(set);
        else groups.set(set.group, [set]);
    }
    top.sort((one, other) => pinned.indexOf(one.name) - pinned.indexOf(other.name));
    return [
        { key: 'pinned', title: 'Pinned', sets: top },
        ...[...groups].map(([group, sets]) => ({
            key: `group ${group}`, title: group, group, sets,
            // What is found is shown.
            isCollapsed: !isSearching && collapsed.includes(group),
        })),
        { key: 'others', title: groups.size > 0 ? 'Other sets' : 'Sets', sets: others },
    ].filter(({ sets }) => sets.length > 0);
}

// Pinned sets and closed groups are kept in the browser, for each barricade of this address.

function key(barricade) {
    return `barricade.arrangement.${barricade}`;
}

function loadArrangement(model, barricade) {
    try {
        const { pinned, collapsed } = JSON.parse(localStorage.getItem(key(barricade)));
        if (Array.isArray(pinned) && Array.isArray(collapsed)) {
            model.arrangement = { pinned, collapsed };
        }
    } catch {
        // Nothing was kept, or it is damaged.
    }
}

/** Adds a name to a list of the arrangement, or removes it. */
function toggle(model, list, name) {
    const names = model.arrangement[list];
    model.arrangement[list] = names.includes(name)
        ? names.filter((other) => other !== name) : [...names, name];
    model.changed();
    try {
        localStorage.setItem(key(model.overview.name), JSON.stringify(model.arrangement));
    } catch {
        // The browser keeps nothing for the page.
    }
}
return { searchTokens, sections, loadArrangement, toggle };
})();

modules["header.js"] = (() => {
// The bar at the top: what differs from the defaults, and what concerns all sets.

const { find, make, setOptions, setText } = modules['dom.js'];
const { capitalized } = modules['words.js'];

function header({ model, commands }) {
    const [title, summary] = [find('#title'), find('#differences')];
    const [conditions, policy] = [find('#conditions'), find('#policy')];
    const [reset, about] = [find('#reset'), find('#about')];

    conditions.onchange = () => commands.setConditions(conditions.value);
    policy.onchange = () => commands.setPolicy(policy.value);
    about.onclick = () => commands.open({ kind: 'about' });
    find('#help').onclick = () => find('#help-dialog').showModal();
    reset.onclick = () => {
        const dialog = find('#reset-dialog');
        dialog.querySelector('ul').replaceChildren(...model.overview.resetLines.map((line) =>
            make('li', { dir: 'auto', textContent: line })));
        dialog.returnValue = '';
        dialog.onclose = () => dialog.returnValue === 'reset' && commands.reset();
        dialog.showModal();
    };

    model.draw(() => {
        const { overview, choices } = model;
        if (!overview) return;
        setText(title, overview.name);
        document.title = `${overview.name} – Barricade`;
        setText(summary, overview.differences);
        setOptions(conditions, [
            { value: '', text: 'As it is' },
            ...named(choices.networkConditions, overview.networkConditions).map((name) => (
                { value: name, text: name })),
        ], overview.networkConditions ?? '');
        const policies = named(choices.unmatchedPolicies, overview.unmatchedPolicy);
        setOptions(
            policy, policies.map((name) => ({ value: name, text: capitalized(name) })),
            overview.unmatchedPolicy);
        fit(conditions);
        fit(policy);
        reset.disabled = !overview.sets.some((set) => set.isChanged);
        const mistakes = overview.faults.length + (overview.storage.fault ? 1 : 0);
        setText(about, mistakes > 0 ? `About (⚠ ${mistakes})` : 'About');
    });
}

/** Tells the style sheet what a menu shows, for browsers in which it is as wide as its widest choice. */
function fit(menu) {
    const text = menu.selectedOptions[0]?.text ?? '';
    // Not an attribute: WebKit does not see that one has changed which such a rule names.
    menu.parentElement.style.setProperty('--shown', JSON.stringify(text));
}

/** The choices, and the present one if the app's code has set one that is not among them. */
function named(choices, present) {
    return present === undefined || choices.includes(present) ? choices : [present, ...choices];
}
return { header };
})();

modules["announcements.js"] = (() => {
// What a screen reader hears when something changes, whoever has changed it.

const { find } = modules['dom.js'];
const { counted } = modules['words.js'];

function announcements({ model }) {
    const region = find('#announcement');
    let before = null;

    model.draw(() => {
        const after = model.overview;
        // Of many sets, not all may have come yet.
        if (!after || after === before || after.sets.length < after.setCount) return;
        const sentences = before ? changes(before, after) : [];
        before = after;
        if (sentences.length > 0) region.textContent = sentences.join(' ');
    });
}

/** Says in sentences what has changed between two overviews. */
function changes(before, after) {
    const known = new Map(before.sets.map((set) => [set.id, set]));
    const changed = after.sets.filter((set, at) => {
        if (set === before.sets[at]) return false;
        const old = known.get(set.id);
        return old && (old.selectedResponse !== set.selectedResponse || old.mode !== set.mode
            || old.drift.length < set.drift.length);
    });
    const sentences = [];
    if (changed.length === 1) sentences.push(`${changed[0].sentence}.`);
    if (changed.length > 1) sentences.push(changedTogether(changed, after));
    const added = after.sets.filter((set) => !known.has(set.id)).length;
    if (added > 0) sentences.push(`${counted(added, 'set')} registered.`);
    const old = new Set(before.heldRequests.map(({ id }) => id));
    for (const held of after.heldRequests.filter(({ id }) => !old.has(id)).slice(0, 3)) {
        sentences.push(`${held.request} waits to be released.`);
    }
    if (old.size > 0 && after.heldRequests.length === 0) {
        sentences.push('No request waits any more.');
    }
    const unmatched = after.unmatchedCount - before.unmatchedCount;
    if (unmatched > 0) sentences.push(`${counted(unmatched, 'request')} matched no set.`);
    if (before.networkConditions !== after.networkConditions) {
        sentences.push(`Network: ${after.networkConditions ?? 'as it is'}.`);
    }
    if (before.unmatchedPolicy !== after.unmatchedPolicy) {
        sentences.push(`Unmatched requests: ${after.unmatchedPolicy}.`);
    }
    return sentences;
}

function changedTogether(changed, { sets, presets, differences }) {
    if (!sets.some((set) => set.isChanged)) return `${differences}.`;
    const applied = presets.find(({ state }) => state === 'applied');
    const what = `${counted(changed.length, 'set')} changed.`;
    return applied ? `${what} The preset ${applied.name} is applied.` : what;
}
return { announcements };
})();

modules["log.js"] = (() => {
// The log: the requests, newest first.

const { button, find, isSame, keyed, setAttribute, setText } = modules['dom.js'];
const { Reading } = modules['reading.js'];
const { requestKey, requestRow, updateRequestRow } = modules['request-row.js'];

/** The longest time in which several changes of a search are asked as one, in milliseconds. */
const searchPause = 200;

function log({ model, commands, api }) {
    const [list, empty] = [find('#log-list'), find('#no-log')];
    const [pause, clear, filters] = [find('#pause'), find('#clear'), find('#log-filters')];
    const scroller = list.parentElement;
    const searchBodies = bodySearch(model, api);
    let drawn = [];
    find('#log-search').oninput = ({ target }) => {
        model.logSearch = { text: target.value, inBodies: new Set() };
        model.changed();
    };
    pause.onclick = () => {
        model.pausedLog = model.pausedLog ? null : model.latest;
        model.changed();
    };
    clear.onclick = () => commands.clearLog();

    model.draw(() => {
        setAttribute(pause, 'aria-pressed', model.pausedLog !== null);
        searchBodies();
        const { rows, counts } = model.foundLog;
        drawFilters(counts);
        const opened = model.place?.kind === 'request' ? model.place.id : null;
        if (!rows.some((row) => row.id === model.current.request)) {
            model.current.request = rows[0]?.id ?? null;
        }
        const now = [...rows, opened, model.current.request];
        const isAsDrawn = isSame(now, drawn);
        drawn = now;
        // Measuring rows makes the browser lay the page out.
        if (!isAsDrawn) keepingPosition(() => keyed(list, rows, {
            key: requestKey,
            parts: (row) => [row, row.id === opened, row.id === model.current.request],
            make: (row) => focusable(model, row.id, requestRow(commands, row)),
            update: (element, row) => {
                updateRequestRow(element, row);
                const [button] = element.children;
                setAttribute(button, 'aria-current', row.id === opened ? 'true' : null);
                button.tabIndex = row.id === model.current.request ? 0 : -1;
            },
        }));
        empty.hidden = rows.length > 0;
        const isSearching = model.logSearch.text.trim() !== '';
        if (model.log.size === 0) setText(empty, 'No request has come.');
        else setText(empty, isSearching ? 'No request is found.'
            : model.filters.find(({ filter }) => filter === model.logFilter).emptyText);
    });

    /** A chip for each kind that there is, and for the chosen one, with its number. */
    function drawFilters(counts) {
        keyed(filters, counts, {
            key: ({ filter }) => filter,
            parts: ({ filter, count }) => [count, filter === model.logFilter],
            make: ({ filter }) => button('', () => {
                model.logFilter = filter;
                model.changed();
            }, { className: 'chip' }),
            update: (chip, { filter, title, count }) => {
                const isChosen = filter === model.logFilter;
                setText(chip, `${title} ${count}`);
                setAttribute(chip, 'aria-pressed', isChosen);
                chip.hidden = count === 0 && filter !== 'all' && !isChosen;
            },
        });
    }

    /** Changes the rows, and scrolls so that those that someone reads stay where they are. */
    function keepingPosition(change) {
        const box = (row) => row.getBoundingClientRect();
        const top = box(scroller).top;
        const read = scroller.scrollTop > 0
            ? [...list.children].find((row) => box(row).bottom > top) : null;
        const before = read && box(read).top;
        change();
        if (read?.isConnected) scroller.scrollTop += box(read).top - before;
    }
}

/** Returns a function that asks the app in which bodies the text is, when that may have changed. */
function bodySearch(model, api) {
    const reading = new Reading(model, async (signal) => {
        const { text } = model.logSearch;
        const query = new URLSearchParams({ search: text, limit: 1000 });
        const { requests } = await api.get(`log?${query}`, signal);
        if (text === model.logSearch.text) {
            model.logSearch.inBodies = new Set(requests.map(({ id }) => id));
        }
    });
    let timer = null;
    return () => {
        if (model.logSearch.text.trim() === '') return;
        timer ??= setTimeout(() => {
            timer = null;
            reading.update(model.logSearch.text, ...model.log.values());
        }, searchPause);
    };
}

function focusable(model, id, element) {
    element.firstElementChild.onfocus = () => {
        model.current.request = id;
        model.changed();
    };
    return element;
}
return { log };
})();

modules["waiting.js"] = (() => {
// The requests that wait to be released.

const { button, find, keyed, make, name, setText } = modules['dom.js'];
const { actions } = modules['parts.js'];
const { timeLeft } = modules['words.js'];

function waiting({ model, commands }) {
    const section = find('#waiting');
    const list = section.querySelector('ul');
    find('#release-all').onclick = () => commands.releaseAll();
    let clock = null;
    let times = [];

    const showTimes = () => {
        for (const { time, timeout } of times) setText(time, timeLeft(timeout, Date.now()));
    };

    model.draw(() => {
        const held = model.overview?.heldRequests ?? [];
        section.hidden = held.length === 0;
        keyed(list, held, {
            // In another launch of the app, other requests have the same numbers.
            key: ({ id, arrival }) => `${id} ${arrival}`,
            parts: () => [],
            make: (request) => heldRow(request, {
                release: () => commands.release(request),
                choose: () => chooseRelease(model, commands, request),
                open: () => commands.open({ kind: 'request', id: request.id }),
            }),
            update: () => {},
        });
        times = held.map(({ timeout }, at) => (
            { time: list.children[at].querySelector('time'), timeout }));
        showTimes();
        if (held.length > 0) {
            clock ??= setInterval(showTimes, 1000);
        } else {
            clearInterval(clock);
            clock = null;
        }
    });
}

function heldRow(request, { release, choose, open }) {
    const time = make('time', { dateTime: request.timeout });
    return make(
        'li', { className: 'held' },
        button(request.request, open, { className: 'link', dir: 'auto' }),
        make('p', { className: 'caption' }, name(request.set), ' · ', time),
        actions(
            button('Release', release, {
                'aria-label': `Release ${request.request} with ${request.response}`,
            }),
            button('Release with…', choose, {
                'aria-label': `Release ${request.request} with…`,
            })));
}

/** Asks what to release a request with. */
function chooseRelease(model, commands, held) {
    const dialog = find('#release-dialog');
    const others = (model.setNamed(held.set)?.responses ?? [])
        .map((response) => response.name).filter((name) => name !== held.response);
    const outcomes = [
        { title: held.response, outcome: {} },
        ...others.map((response) => ({ title: response, outcome: { response } })),
        { title: 'No network', outcome: { error: 'notConnectedToInternet' } },
        { title: 'The real server', outcome: { live: true } },
        { title: 'Cancel', outcome: null },
    ];
    setText(dialog.querySelector('p'), held.request);
    dialog.querySelector('form').replaceChildren(...outcomes.map(({ title, outcome }) => make(
        'button', {
            dir: 'auto', textContent: title,
            onclick: () => outcome && commands.release(held, outcome),
        })));
    dialog.showModal();
}
return { waiting };
})();

modules["editor.js"] = (() => {
// The form in which a response is made or edited. The app says what is wrong in each field.

const { Unreachable } = modules['api.js'];
const { button, find, keyed, make, setAttribute, setText } = modules['dom.js'];
const { actions, copyButton } = modules['parts.js'];

/** The time in which several letters are checked as one, in milliseconds. */
const checkPause = 150;

/** The most bytes to send at a time; the app takes a few more. */
const mostBytes = 4_000_000;

/**
 * @param {Object} page
 * @param {Object} place Where the draft is read (`path`), or the name of its `set`; an empty name makes
 *     a new set.
 */
function editorView(page, place) {
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
function mayLeave(model) {
    if (!model.hasUnsaved()) return Promise.resolve(true);
    const dialog = find('#leave-dialog');
    dialog.returnValue = '';
    dialog.showModal();
    return new Promise((resolve) => {
        // The event of an earlier close may come after this opening.
        dialog.onclose = () => dialog.open || resolve(dialog.returnValue === 'leave');
    });
}
return { editorView, mayLeave };
})();

modules["body.js"] = (() => {
// A body as people read it: indented JSON that folds, text, the parts of a form, an image, or bytes in
// hexadecimal. The app has made the text of it.

const { button, make, setAttribute, setText } = modules['dom.js'];
const { section } = modules['parts.js'];

/** A text with fewer lines is seen at a glance, and has no search. */
const fewLines = 5;

class Body {
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
return { Body };
})();

modules["about.js"] = (() => {
// What is known of the barricade: seed, storage, launch, mistakes.

const { isSame, make } = modules['dom.js'];
const { copyButton, fieldTable, section } = modules['parts.js'];
const { Reading } = modules['reading.js'];

function aboutView({ model, api, commands }) {
    const reading = new Reading(model, (signal) => api.get('faults', signal));
    const content = make('div');
    let drawn = [];

    return {
        element: make(
            'div', {}, make('h2', { className: 'headline', textContent: 'About' }), content),
        draw() {
            // A watched folder may break while this is shown.
            reading.update(model.overview.faults.join());
            const now = [model.overview, reading.value, reading.fault];
            if (isSame(now, drawn)) return;
            drawn = now;
            content.replaceChildren(...parts(model.overview, reading, api, commands));
        },
        leave: () => reading.stop(),
    };
}

function parts({ name, sets, seed, storage, launchOptions, faults, requestCount }, reading, api, commands) {
    const found = reading.value?.faults ?? faults;
    return [
        section('Barricade', fieldTable([
            { name: 'Name', value: name }, { name: 'Sets', value: String(sets.length) },
            { name: 'Requests', value: String(requestCount) }, { name: 'Seed', value: seed },
            { name: 'Selection kept in', value: storage.place },
            { name: 'Address', value: api.address.replace(/=.*/, '=…') },
        ]), copyButton(commands, 'Copy Address', () => api.address),
        storage.fault && fault(storage.fault)),
        ...(launchOptions.length > 0
            ? [section('Launched with', make('ul', {}, ...launchOptions.map((option) =>
                make('li', { dir: 'auto', textContent: option }))))] : []),
        section('Mistakes', ...found.map(fault), reading.fault && fault(reading.fault),
            found.length === 0 && make('p', {
                className: 'caption',
                textContent: reading.value ? 'None found.' : 'None known yet.',
            })),
    ];
}

function fault(text) {
    return make('p', { className: 'fault', dir: 'auto', textContent: text });
}
return { aboutView };
})();

modules["sets.js"] = (() => {
// The list of sets: the search, the sections and their rows.

const { searchTokens, sections, toggle } = modules['arrangement.js'];
const {
    button, find, isSame, keyed, make, name, setAttribute, setOptions, setText,
} = modules['dom.js'];
const { counted } = modules['words.js'];

/** The most sets that are drawn before someone asks for all; thousands of rows take a while. */
const mostSets = 1000;

function sets(page) {
    const { model, commands } = page;
    const [list, empty] = [find('#set-list'), find('#no-sets')];
    makeSearch(model);
    find('#new-set').onclick = () => commands.open({ kind: 'edit', set: '' });
    find('#save').onclick = () => commands.saveToFolder();

    const more = find('#more-sets');
    let [drawn, limit] = [[], mostSets];
    more.querySelector('button').onclick = () => {
        limit = Infinity;
        model.changed();
    };

    model.draw(() => {
        if (!model.overview) return;
        const { search, arrangement, overview } = model;
        const now = [
            overview, search.text, [...search.tokens].join(), arrangement.pinned,
            arrangement.collapsed, model.place, model.current.set, model.failures, limit,
        ];
        if (isSame(now, drawn)) return;
        drawn = now;
        // Of many sets, not all may have come yet.
        const { sets, setCount = sets.length } = overview;
        const { shown, cut } = upTo(limit, sections(model));
        const left = cut + setCount - sets.length;
        more.hidden = left === 0;
        setText(more.firstElementChild, `${counted(left, 'more set')}. Search for them, or`);
        const visible = shown.flatMap(({ sets, isCollapsed }) => (isCollapsed ? [] : sets));
        // One row can be reached by the Tab key; the arrow keys go on from there.
        if (!visible.some((set) => set.id === model.current.set)) {
            model.current.set = visible[0]?.id ?? null;
        }
        keyed(list, shown, {
            key: (section) => section.key,
            parts: (section) => [section],
            make: (section) => makeSection(model, section),
            update: (element, section) => updateSection(page, element, section),
        });
        const { madeHere, folder } = model.overview;
        find('#made').hidden = madeHere === undefined;
        find('#save').hidden = folder === undefined;
        setText(find('#made p'), folder === undefined
            ? `${madeHere}. Copy or download them to keep them.`
            : `${madeHere}, not yet saved to ${folder}.`);
        empty.hidden = shown.length > 0;
        setText(empty, model.overview.sets.length === 0
            ? 'No response sets are registered.' : 'No set is found.');
    });
}

/** The sections with at most so many rows in all, and the number of the sets that are cut off. */
function upTo(limit, sections) {
    let room = limit;
    let cut = 0;
    const shown = sections.map((section) => {
        if (section.isCollapsed) return section;
        const sets = section.sets.slice(0, room);
        room -= sets.length;
        cut += section.sets.length - sets.length;
        return { ...section, sets };
    });
    return { shown: shown.filter(({ sets }) => sets.length > 0), cut };
}

function makeSearch(model) {
    const field = find('#search');
    field.oninput = () => {
        model.search.text = field.value;
        model.changed();
    };
    for (const token of Object.keys(searchTokens)) {
        const chip = button(token, () => {
            const { tokens } = model.search;
            if (!tokens.delete(token)) tokens.add(token);
            setAttribute(chip, 'aria-pressed', tokens.has(token));
            model.changed();
        }, { className: 'chip', 'aria-pressed': false });
        find('#tokens').append(chip);
    }
}

function makeSection(model, { title, group }) {
    const heading = make('h2', {}, group === undefined ? title : button(
        title, () => toggle(model, 'collapsed', group), { className: 'disclosure', dir: 'auto' }));
    return make('section', {}, heading, make('ul', { className: 'card' }));
}

function updateSection(page, element, { title, group, sets, isCollapsed }) {
    const [heading, list] = element.children;
    if (group === undefined) {
        setText(heading, title);
    } else {
        const button = heading.firstElementChild;
        setAttribute(button, 'aria-expanded', !isCollapsed);
        setAttribute(button, 'aria-label', `${title}, ${counted(sets.length, 'set')}`);
    }
    setAttribute(element, 'aria-label', title);
    list.hidden = isCollapsed === true;
    const { model } = page;
    const opened = model.place?.kind === 'set' ? model.place.id : null;
    keyed(list, isCollapsed ? [] : sets, {
        key: (set) => set.id,
        parts: (set) => [
            set, model.arrangement.pinned.includes(set.name), set.id === opened,
            set.id === model.current.set, model.failures,
        ],
        make: (set) => makeRow(page, set.id),
        update: (row, set) => updateRow(model, row, set),
    });
}

function makeRow({ model, commands }, id) {
    const open = make(
        'button',
        {
            type: 'button', className: 'row', 'data-set': id,
            onclick: () => commands.open({ kind: 'set', id }),
            onfocus: () => {
                model.current.set = id;
                model.changed();
            },
        },
        make('span', { className: 'title' }, name(''), make('span', { className: 'badge' })),
        make('span', { className: 'caption' }));
    const menu = make('select', {
        dir: 'auto', onchange: () => commands.select(model.set(id), menu.value),
    });
    return make('li', {}, open, make('span', { className: 'menu' }, menu));
}

function updateRow(model, row, set) {
    const [open, { firstElementChild: menu }] = row.children;
    const [title, caption] = open.children;
    const [label, badge] = title.children;
    const isPinned = model.arrangement.pinned.includes(set.name);
    row.classList.toggle('changed', set.isChanged);
    setText(label, set.name);
    badge.hidden = set.mode === 'barricaded';
    badge.dataset.mode = set.mode;
    setText(badge, model.overview.modes.find(({ mode }) => mode === set.mode).title);
    const isMarked = set.faults.length > 0 || set.drift.length > 0;
    setText(caption, `${isMarked ? '⚠ ' : ''}${set.caption}`);
    caption.dataset.tone = set.tone;
    setAttribute(open, 'aria-label', isPinned ? `${set.sentence}, pinned` : set.sentence);
    setAttribute(open, 'aria-current', model.place?.kind === 'set' && model.place.id === set.id
        ? 'true' : null);
    const isCurrent = set.id === model.current.set;
    open.tabIndex = menu.tabIndex = isCurrent ? 0 : -1;
    setAttribute(menu, 'aria-label', `Response of ${set.name}`);
    menu.disabled = set.responses.length === 0;
    const choices = set.responses.map(({ name }) => ({ value: name, text: name }));
    setOptions(
        menu, choices.length > 0 ? choices : [{ value: '', text: 'No responses' }],
        set.selectedResponse ?? '');
}
return { sets };
})();

modules["set-detail.js"] = (() => {
// A set: what it matches, its mode, its responses, its latest requests.

const { toggle } = modules['arrangement.js'];
const { button, isSame, keyed, make, name, setAttribute, setText } = modules['dom.js'];
const { actions } = modules['parts.js'];
const { Reading } = modules['reading.js'];
const { requestKey, requestRow, updateRequestRow } = modules['request-row.js'];

const latestRequests = 5;

function setView(page, { id }) {
    const { model, commands, api } = page;
    const bodies = new Reading(model, (signal) => api.get(`sets/${id}`, signal));
    const set = () => model.set(id);

    const title = make('h2', { className: 'headline', dir: 'auto' });
    const pin = button('', () => toggle(model, 'pinned', set().name));
    const reset = button('Reset', () => commands.resetSet(set()));
    const matcher = make('p', { className: 'matcher', dir: 'auto' });
    const faults = make('ul', { className: 'faults' });
    const drift = make('ul', { className: 'faults' });
    const drifted = make(
        'section', {}, make('h3', { textContent: 'Differs from the server' }), drift);
    const mode = modeChoice(page, set);
    const responses = make('div', { className: 'card' });
    const requests = make('ul', { className: 'card' });
    const latest = make('section', {}, make('h3', { textContent: 'Latest requests' }), requests);
    const gone = make('p', {
        className: 'empty', textContent: 'This set is no longer registered.', hidden: true,
    });
    const content = make(
        'div', {},
        make('div', { className: 'heading' }, title, actions(pin, reset)),
        matcher, faults, mode.element, drifted,
        make(
            'fieldset', {}, make('legend', { textContent: 'Responses' }), responses,
            button('New Response', () => commands.open({ kind: 'edit', set: set().name }), {
                className: 'plain',
            })),
        latest);

    function draw() {
        const summary = set();
        content.hidden = !summary;
        gone.hidden = Boolean(summary);
        if (!summary) return;
        bodies.update(summary.version);
        setText(title, summary.name);
        setText(matcher, summary.matcher);
        setText(pin, model.arrangement.pinned.includes(summary.name) ? 'Unpin' : 'Pin');
        reset.disabled = !summary.isChanged;
        drawLines(faults, summary.faults);
        drawLines(drift, summary.drift);
        drifted.hidden = summary.drift.length === 0;
        mode.draw(summary);
        drawResponses(summary);
        drawRequests();
    }

    function drawLines(list, lines) {
        keyed(list, lines.map((text, at) => ({ text, at })), {
            key: ({ at }) => at, parts: ({ text }) => [text], make: () => make('li'),
            update: (line, { text }) => setText(line, `⚠ ${text}`),
        });
    }

    function drawResponses(summary) {
        const bodyOf = ({ name }) => bodies.value?.responses.find((body) => body.name === name);
        keyed(responses, summary.responses.map((response, at) => ({ response, at })), {
            key: ({ response }) => response.name,
            parts: ({ response, at }) => [
                response, at, bodyOf(response), summary.selectedResponse,
                summary.defaultResponse, model.failures,
            ],
            make: ({ response }) => responseRow(page, set, response, () => commands.open({
                kind: 'response', set: id, id: bodyOf(response)?.id,
            })),
            update: (row, { response, at }) => updateResponseRow(
                row, response, at, summary, bodyOf(response)),
        });
    }

    function drawRequests() {
        const rows = model.latestRequests(id, latestRequests);
        latest.hidden = rows.length === 0;
        keyed(requests, rows, {
            key: requestKey, parts: (row) => [row], make: (row) => requestRow(commands, row),
            update: updateRequestRow,
        });
    }

    return { element: make('div', {}, content, gone), draw, leave: () => bodies.stop() };
}

function modeChoice({ model, commands }, set) {
    const explanation = make('p', { className: 'caption' });
    const segments = make('div', { className: 'segments' });
    const radios = model.overview.modes.map(({ mode, title }) => {
        const radio = make('input', {
            type: 'radio', name: 'mode', value: mode, onchange: () => commands.setMode(set(), mode),
        });
        segments.append(make('label', {}, radio, make('span', { textContent: title })));
        return radio;
    });
    let drawn = [];
    return {
        element: make(
            'fieldset', {}, make('legend', { textContent: 'Mode' }), segments, explanation),
        draw: (summary) => {
            const { isRecording, modes } = model.overview;
            const now = [summary, model.failures, isRecording];
            if (isSame(now, drawn)) return;
            drawn = now;
            for (const radio of radios) {
                radio.checked = radio.value === summary.mode;
                // Without a recorder its requests would fail.
                if (radio.value === 'recording') {
                    radio.parentElement.hidden = !radio.checked && !isRecording;
                }
            }
            setText(explanation, modes.find(({ mode }) => mode === summary.mode).explanation);
        },
    };
}

function responseRow({ commands }, set, response, open) {
    const radio = make('input', {
        type: 'radio', name: 'response', 'aria-label': response.name,
        onchange: () => commands.select(set(), response.name),
    });
    return make(
        'div', { className: 'response' },
        make(
            'label', {}, radio,
            make('span', { className: 'title' }, name(response.name)),
            make('span', { className: 'caption', dir: 'auto' })),
        make('kbd', { 'aria-hidden': true }),
        button('i', open, { className: 'round', 'aria-label': `Details of ${response.name}` }));
}

function updateResponseRow(row, response, at, summary, body) {
    const [label, key, open] = row.children;
    const [radio, , caption] = label.children;
    radio.checked = response.name === summary.selectedResponse;
    setText(caption, body?.caption ?? response.words);
    caption.dataset.tone = body?.tone ?? 'other';
    setAttribute(radio, 'aria-description', caption.textContent);
    setText(key, at < 9 ? String(at + 1) : '');
    key.hidden = at >= 9;
    open.disabled = body === undefined;
}
return { setView };
})();

modules["keys.js"] = (() => {
// The keys. Letters and numbers do nothing while someone types, or in a menu or a dialog.

const { toggle } = modules['arrangement.js'];
const { find } = modules['dom.js'];

function keys({ model, commands }) {
    document.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (document.querySelector('dialog[open]')) return;
        if (event.target.closest('form')) return;
        const field = event.target.closest('input[type=search]');
        const isHandled = field ? inField(event.key, field) : anywhere(event.key, event.target);
        if (isHandled) event.preventDefault();
    });

    function inField(key, field) {
        if (key === 'Escape') {
            if (field.value === '') field.blur();
            field.value = '';
            field.dispatchEvent(new Event('input'));
            return true;
        }
        const list = { search: '#set-list', 'log-search': '#log-list' }[field.id];
        return key === 'ArrowDown' && list !== undefined && step(find(list), null, 0);
    }

    function anywhere(key, target) {
        if (target.closest('select')) return false;
        const list = target.closest('[data-list]');
        const row = target.closest('.row');
        switch (key) {
        case '/': return focusSearch('sets', '#search');
        case 'l': return focusSearch('log', '#log-search');
        case '?': return find('#help').click() ?? true;
        case 'ArrowDown': return list && row ? step(list, row, 1) : false;
        case 'ArrowUp': return list && row ? step(list, row, -1) : false;
        case 'Home': return list && row ? step(list, null, 0) : false;
        case 'End': return list && row ? step(list, null, -1) : false;
        case 'r': return releaseFirst();
        default: return forSet(key);
        }
    }

    function focusSearch(part, field) {
        find(`[data-show=${part}]`).click();
        find(field).select();
        find(field).focus();
        return true;
    }

    /** Moves the focus to another row of a list, and opens it if there is room beside the list. */
    function step(list, row, by) {
        const rows = [...list.querySelectorAll('.row')];
        const next = row ? rows[rows.indexOf(row) + by] : rows.at(by);
        if (!next) return true;
        next.focus();
        next.scrollIntoView({ block: 'nearest' });
        if (matchMedia('(min-width: 900px)').matches) next.click();
        return true;
    }

    function releaseFirst() {
        const first = model.overview?.heldRequests[0];
        if (first) commands.release(first);
        return Boolean(first);
    }

    /** Does what a key means for the set that is opened, or that the focus is at. */
    function forSet(key) {
        const focused = document.activeElement.dataset.set;
        const set = model.set(focused ?? (model.place?.kind === 'set' ? model.place.id : null));
        if (!set) return false;
        const response = set.responses['123456789'.indexOf(key)];
        if (/^[1-9]$/.test(key) && response) commands.select(set, response.name);
        else if (key === 'm') commands.setNextMode(set);
        else if (key === 'p') toggle(model, 'pinned', set.name);
        else return false;
        return true;
    }
}
return { keys };
})();

modules["commands.js"] = (() => {
// What a person can do. A command that fails says why, and the page then shows what is so.

const { Unreachable } = modules['api.js'];
const { mayLeave } = modules['editor.js'];
const { counted } = modules['words.js'];

class Commands {
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
return { Commands };
})();

modules["message.js"] = (() => {
// A request or a reply: its header fields and its body.

const { Body } = modules['body.js'];
const { button } = modules['dom.js'];
const { actions, copyButton, fieldTable, section } = modules['parts.js'];

class Message {
    /** The sections. */
    elements;
    #body;

    /**
     * @param {Object} page
     * @param {Object} message What the API gives.
     * @param {string} path The path of the body in the API, to download it.
     * @param {string} name The name of the file with the body.
     * @param {...Element} more More buttons below the body.
     */
    constructor({ commands, api }, { headers, body }, path, name, ...more) {
        this.#body = new Body(body);
        const lines = headers.map((field) => `${field.name}: ${field.value}`);
        const hasBody = body.kind !== 'empty';
        this.elements = [
            section('Headers', fieldTable(headers), lines.length > 0 && actions(
                copyButton(commands, 'Copy Headers', () => lines.join('\n')))),
            section(body.summary, this.#body.element, hasBody && actions(
                body.text && copyButton(commands, 'Copy Body', () => body.text),
                button('Download', () => commands.download(name, () => api.file(path))), ...more)),
        ];
    }

    leave() {
        this.#body.leave();
    }
}
return { Message };
})();

modules["response-detail.js"] = (() => {
// A response: its status, header fields and body.

const { button, make, setText } = modules['dom.js'];
const { Message } = modules['message.js'];
const { actions, section } = modules['parts.js'];
const { Reading } = modules['reading.js'];

/** The most bytes of a body that are read at first, and that "Show All" reads. */
const [firstBytes, allBytes] = [32 << 10, 2 << 20];

function responseView(page, place) {
    const { model, commands, api } = page;
    const path = `sets/${place.set}/responses/${place.id}`;
    let limit = firstBytes;
    const reading = new Reading(model, (signal) => api.get(`${path}?limit=${limit}`, signal));
    const title = make('h2', { className: 'headline', dir: 'auto' });
    const back = button(
        '', () => commands.open({ kind: 'set', id: place.set }), { className: 'plain back' });
    const openEditor = (query) => commands.open({ kind: 'edit', path: `${path}/draft${query}` });
    const edit = button('Edit', () => openEditor(''), { hidden: true });
    const copy = button('Copy and Edit', () => openEditor('?copy=true'), { hidden: true });
    const remove = button('', () => commands.remove(place.set, reading.value), { hidden: true });
    const content = make('div');
    let drawn = null;
    let message = null;

    function show({ summary, fault, content: reply }) {
        message?.leave();
        message = null;
        if (!reply) {
            content.replaceChildren(make('p', {
                className: fault ? 'fault' : '', dir: 'auto', textContent: fault ?? summary,
            }));
            return;
        }
        message = new Message(page, reply, `${path}/body`, title.textContent, ...showAll(reply.body));
        content.replaceChildren(
            section('Status', make('p', { textContent: reply.line })), ...message.elements);
    }

    function showAll({ isCut, kind }) {
        if (!isCut || limit === allBytes || kind === 'hexadecimal') return [];
        return [button('Show All', () => {
            limit = allBytes;
            model.changed();
        })];
    }

    return {
        element: make(
            'div', {}, back,
            make('div', { className: 'heading' }, title, actions(edit, copy, remove)), content),
        draw() {
            const set = model.set(place.set);
            setText(back, `‹ ${set?.name ?? 'Set'}`);
            reading.update(set?.version, limit);
            const { value, fault } = reading;
            const shown = fault ? { fault } : value;
            if (!shown || (fault ?? value) === drawn) return;
            drawn = fault ?? value;
            if (shown.name) setText(title, shown.name);
            edit.hidden = shown.version === undefined;
            copy.hidden = !shown.name;
            setText(remove, shown.removal ?? '');
            remove.hidden = shown.removal === undefined;
            show(shown);
        },
        leave() {
            reading.stop();
            message?.leave();
        },
    };
}
return { responseView };
})();

modules["request-detail.js"] = (() => {
// A request of the log: what became of it, and why.

const { button, isSame, make, setAttribute, setOptions, setText } = modules['dom.js'];
const { Message } = modules['message.js'];
const { actions, code, copyButton, fieldTable, section, warnings } = modules['parts.js'];
const { Reading } = modules['reading.js'];

function requestView(page, { id }) {
    const { model, commands, api } = page;
    const reading = new Reading(model, (signal) => api.get(`log/${id}`, signal));
    const [outcome, content] = [make('div'), make('div')];
    const next = nextAnswer(model, commands);
    let drawn = null;
    let messages = [];

    function showMessages({ request, message, reply, curl }) {
        for (const shown of messages) shown.leave();
        messages = [new Message(page, message, `log/${id}/body`, `request-${id}`)];
        const replyParts = [];
        if (reply) {
            messages.push(new Message(page, reply, `log/${id}/reply/body`, `reply-${id}`));
            replyParts.push(
                make('h2', { textContent: 'Reply' }),
                make('p', { className: 'matcher', textContent: reply.line }),
                ...messages[1].elements);
        } else if (['answered', 'live'].includes(request.filter)) {
            replyParts.push(make('p', {
                className: 'caption',
                textContent: 'No reply was kept: none came, or this page was not open.',
            }));
        }
        return [
            ...replyParts, make('h2', { textContent: 'Request' }), ...messages[0].elements,
            section('As cURL', code(curl)),
        ];
    }

    return {
        element: make('div', {}, make('h2', { className: 'headline', textContent: 'Request' }),
            outcome, next.element, content),
        draw() {
            const row = model.log.get(id);
            // Why it is matched or not depends on all sets.
            const sets = model.overview.sets.map(({ version, mode }) => version + mode);
            reading.update(row, sets.join());
            const { value, fault } = reading;
            next.draw(row?.setID, value?.choiceTitle);
            const shown = fault ?? value;
            if (shown === null || shown === drawn) return;
            drawn = shown;
            outcome.replaceChildren(...(fault
                ? [make('p', { className: 'fault', textContent: fault })]
                : outcomeParts(page, value)));
            content.replaceChildren(...(fault ? [] : [
                ...(value.match ? nearest(commands, value.match) : []), ...showMessages(value),
            ]));
        },
        leave() {
            reading.stop();
            for (const shown of messages) shown.leave();
        },
    };
}

function outcomeParts({ model, commands }, value) {
    const { request, message, explanation, url, curl, facts, responseCode } = value;
    const { id, outcome, setID, drift } = request;
    return [
        make('p', { className: 'matcher', textContent: message.line }),
        actions(
            copyButton(commands, 'Copy URL', () => url),
            copyButton(commands, 'Copy as cURL', () => curl),
            responseCode && copyButton(commands, 'Copy Reply as a Response', () => responseCode),
            button(value.makingTitle, () =>
                commands.open({ kind: 'edit', path: `log/${id}/draft` }))),
        section(
            'Outcome', make('p', { className: 'outcome', textContent: outcome.words }),
            explanation && setID && code(explanation), fieldTable(facts),
            model.set(setID)
                && button('Open the Set', () => commands.open({ kind: 'set', id: setID }))),
        ...(drift.length > 0 ? [section('Differs from the server', warnings(drift))] : []),
    ];
}

/** The nearest sets, each clause with a tick or a cross, and the line that would make a set. */
function nearest(commands, { nearest, suggestion }) {
    return [
        ...nearest.map((set) => section(
            `${set.name} (${set.origin})`,
            make('ul', { className: 'card checks' }, ...set.checks.map(check)),
            make('p', {
                className: 'caption', textContent: 'The set is live.', hidden: !set.isLive,
            }))),
        ...(suggestion ? [section('To answer it', code(suggestion), actions(
            copyButton(commands, 'Copy the Line', () => suggestion)))] : []),
    ];
}

function check({ isMet, words }) {
    return make(
        'li', { className: isMet ? 'met' : 'unmet' },
        make('span', { className: 'mark', 'aria-hidden': true, textContent: isMet ? '✓' : '✕' }),
        make('span', { className: 'unseen', textContent: isMet ? 'Met: ' : 'Not met: ' }),
        make('span', { dir: 'auto', textContent: words }));
}

/** The response that the set will give next, to choose another one. */
function nextAnswer(model, commands) {
    let [set, drawn] = [null, []];
    const title = make('h3');
    const menu = make('select', { dir: 'auto', onchange: () => commands.select(set, menu.value) });
    const element = make('section', {}, title, make('span', { className: 'menu boxed' }, menu));
    return {
        element,
        draw(id, words) {
            set = model.set(id);
            const now = [set, words, model.failures];
            if (isSame(now, drawn)) return;
            drawn = now;
            element.hidden = !words || !set || set.responses.length === 0;
            if (element.hidden) return;
            setText(title, words);
            setAttribute(menu, 'aria-label', words);
            setOptions(menu, set.responses.map(({ name }) => ({ value: name, text: name })),
                set.selectedResponse);
        },
    };
}
return { requestView };
})();

modules["detail.js"] = (() => {
// The column in the middle: a set, a response, a request, or what is known of the barricade.

const { aboutView } = modules['about.js'];
const { editorView } = modules['editor.js'];
const { find, make } = modules['dom.js'];
const { requestView } = modules['request-detail.js'];
const { responseView } = modules['response-detail.js'];
const { setView } = modules['set-detail.js'];

const views = {
    set: setView, response: responseView, request: requestView, about: aboutView, edit: editorView,
    nothing: () => ({
        element: make('p', {
            className: 'empty', textContent: 'Open a set or a request to see more of it.',
        }),
        draw() {},
    }),
};

function detail(page) {
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
return { detail };
})();

modules["panel.js"] = (() => {
// The page: it makes the parts, and follows what the app says.

const { announcements } = modules['announcements.js'];
const { API } = modules['api.js'];
const { loadArrangement } = modules['arrangement.js'];
const { banners } = modules['banners.js'];
const { Commands } = modules['commands.js'];
const { detail } = modules['detail.js'];
const { follow } = modules['events.js'];
const { header } = modules['header.js'];
const { keys } = modules['keys.js'];
const { log } = modules['log.js'];
const { merged, Model } = modules['model.js'];
const { presets } = modules['presets.js'];
const { sets } = modules['sets.js'];
const { tabs } = modules['tabs.js'];
const { takeToken } = modules['token.js'];
const { waiting } = modules['waiting.js'];

/** The sets of an overview that come after the first thousand, until all are there. */
let more = [];

const token = takeToken();
const model = new Model();
const api = new API(token);
const page = { model, api, commands: new Commands(model, api) };
for (const part of [
    header, banners, tabs, presets, waiting, sets, log, detail, announcements, keys,
]) part(page);

addEventListener('beforeunload', (event) => {
    if (model.hasUnsaved()) event.preventDefault();
});

// Someone has opened a new address in this tab, of which only the fragment differs.
addEventListener('hashchange', () => location.reload());

if (token) {
    follow(api, { connected, received, interrupted }).then(() => {
        model.connection = 'refused';
        model.changed();
    });
} else {
    model.connection = 'tokenless';
    model.changed();
}

function connected() {
    model.connection = 'connected';
    model.changed();
}

function received({ type, data }) {
    switch (type) {
    case 'overview':
        more = [];
        if (!model.overview) loadArrangement(model, data.name);
        model.show(data);
        break;
    case 'sets':
        more.push(...data);
        if (model.overview.sets.length + more.length === model.overview.setCount) {
            model.show({ ...model.overview, sets: model.overview.sets.concat(more) });
        }
        break;
    case 'changes': model.show(merged(model.overview, data)); break;
    case 'beginning':
        model.choices = data.choices;
        model.filters = data.filters;
        model.fill(data.requests);
        break;
    case 'lagged':
        // The numbers of paused rows are those of other requests in another launch.
        if (data.reason === 'anotherLaunch' && model.pausedLog) model.pausedLog = model.latest;
        break;
    case 'log': model.note(data); break;
    case 'cleared': model.clearLog(data.first); break;
    }
}

function interrupted(error) {
    if (error.status === 410) model.connection = 'released';
    else if (error.status === 503) model.connection = 'crowded';
    else model.connection = error.status < 500 ? 'foreign' : 'away';
    model.changed();
}
})();
"""##),
PageFile(path: "page.c7267c5d8a69a62a.css", contentType: "text/css; charset=utf-8", text: ##"""
/*
 * Colours, for light and dark. Each text has a contrast of at least 4.5 to what is behind it, and each
 * edge and symbol of a control one of 3 to what is beside it. A test computes them.
 */

:root {
    color-scheme: light dark;
    --window: #f2f2f5;
    --column: #f8f8fa;
    --content: #ffffff;
    --card: #ffffff;
    --field: #ffffff;
    --line: #dcdce2;
    --edge: #85858f;
    --hover: #f0f0f4;
    --chosen: #e3edfc;
    --text: #1d1d1f;
    --secondary: #62626b;
    --accent: #0a5fd0;
    --accent-hover: #084fae;
    --on-accent: #ffffff;
    --good: #1b7a36;
    --moved: #0a5fd0;
    --refused: #a65300;
    --bad: #c22a20;
    --live: #7a3fb8;
    --held: #8a5a00;
    --code: #f4f4f7;
    --banner: #fff3d6;
    --banner-text: #5f4200;
    --shadow: 0 12px 40px rgb(0 0 0 / 18%);
}

@media (prefers-color-scheme: dark) {
    :root {
        --window: #1c1c1e;
        --column: #202023;
        --content: #19191b;
        --card: #262629;
        --field: #2c2c30;
        --line: #38383d;
        --edge: #85858e;
        --hover: #2f2f34;
        --chosen: #20385c;
        --text: #f2f2f4;
        --secondary: #a4a4ae;
        --accent: #6cb0ff;
        --accent-hover: #94c5ff;
        --on-accent: #0b1a2b;
        --good: #58c97a;
        --moved: #6cb0ff;
        --refused: #f0a04b;
        --bad: #ff7d72;
        --live: #c69bf2;
        --held: #e2b04a;
        --code: #222226;
        --banner: #423615;
        --banner-text: #ffe3a1;
        --shadow: 0 12px 40px rgb(0 0 0 / 60%);
    }
}

@media (prefers-contrast: more) {
    :root {
        --line: var(--edge);
        --edge: var(--text);
        --secondary: var(--text);
    }
}
/* Controls and small parts, wherever they are. */

*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }

body {
    font: 13px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
    color: var(--text);
    background: var(--window);
}

h1, h2, h3, p, ul, ol, dl, dd, fieldset, legend, figure { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
pre, code, kbd, .matcher, .method, .url { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }

button, select, input, textarea {
    font: inherit;
    color: inherit;
    margin: 0;
}

button {
    padding: 3px 10px;
    border: 1px solid var(--edge);
    border-radius: 6px;
    background: var(--field);
    cursor: default;
}

button:hover { background: var(--hover); }
button:active { background: var(--chosen); }
button:disabled { border-style: dashed; background: none; color: var(--secondary); }
button.strong, button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:is(button.strong, button[aria-pressed="true"]):is(:hover, :active) { background: var(--accent-hover); border-color: var(--accent-hover); }
button:is(.plain, .link, .row, .disclosure) { border-color: transparent; background: none; }
button.plain, button.link { color: var(--accent); }
button.link { padding: 0; text-align: start; overflow-wrap: anywhere; }
button.link:hover { text-decoration: underline; }

:focus { outline: none; }
/* The ring is outside of what it rings, so that it is seen around what is filled too. */
:focus-visible, label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
label :focus-visible { outline: none; }
.row:focus-visible { outline-offset: -2px; }

:is(input:not([type="radio"]), textarea) {
    width: 100%;
    padding: 5px 9px;
    border: 1px solid var(--edge);
    border-radius: 7px;
    background: var(--field);
}

::placeholder { color: var(--secondary); opacity: 1; }

/* A menu shows what is chosen, with a chevron beside it. */
.menu { position: relative; display: inline-block; max-width: 100%; }

.menu select {
    appearance: none;
    max-width: 100%;
    padding: 3px 22px 3px 8px;
    border: 1px solid transparent;
    border-radius: 6px;
    background: none;
    color: var(--accent);
    text-overflow: ellipsis;
    text-align-last: end;
    field-sizing: content;
}

.menu select:hover { background: var(--hover); }
.menu select:disabled { color: var(--secondary); opacity: 1; }
.menu option { color: var(--text); background: var(--field); }

.menu::after {
    content: "";
    position: absolute;
    top: calc(50% - 4px);
    right: 10px;
    width: 5px;
    height: 5px;
    border: solid var(--secondary);
    border-width: 0 1.5px 1.5px 0;
    transform: rotate(45deg);
    pointer-events: none;
}

.menu.boxed select { text-align-last: start; border-color: var(--edge); background: var(--field); color: var(--text); }

.chips, .actions { display: flex; flex-wrap: wrap; gap: 6px; }
.chip { padding: 2px 10px; border-radius: 999px; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chip .name { display: inline-block; max-width: 36ch; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
.chip .note { font-size: 11px; }

/* A round button with a letter. */
button.round { flex: none; width: 20px; height: 20px; padding: 0; border: 1.5px solid var(--accent); border-radius: 50%; background: none; color: var(--accent); font: italic 600 12px/1 ui-serif, Georgia, serif; }

.segments { display: inline-flex; flex-wrap: wrap; border: 1px solid var(--edge); border-radius: 7px; background: var(--field); }
.segments label { position: relative; border-radius: 6px; }
.segments input { position: absolute; inset: 0; opacity: 0; margin: 0; }
.segments span { display: block; padding: 3px 14px; border-radius: inherit; }
.segments label:hover { background: var(--hover); }
.segments label:has(:focus-visible) { z-index: 1; }
.segments :checked + span { background: var(--accent); color: var(--on-accent); }
.segments :checked:hover + span { background: var(--accent-hover); }

.badge { padding: 0 6px; border: 1px solid currentColor; border-radius: 999px; font-size: 10.5px; font-weight: 500; color: var(--held); white-space: nowrap; }
.badge[data-mode="live"] { color: var(--live); }
.badge[data-mode="recording"] { color: var(--bad); }

.card { border: 1px solid var(--line); border-radius: 9px; background: var(--card); overflow: hidden; }
.card > * + * { border-top: 1px solid var(--line); }
.caption { color: var(--secondary); font-size: 12px; }
.name { unicode-bidi: isolate; overflow-wrap: anywhere; }
.empty { padding: 28px 16px; text-align: center; color: var(--secondary); }
.fault, .faults li { color: var(--bad); white-space: pre-wrap; overflow-wrap: anywhere; }

kbd { padding: 0 5px; border: 1px solid var(--edge); border-bottom-width: 2px; border-radius: 4px; font-size: 11px; color: var(--secondary); }

pre {
    margin: 0;
    padding: 10px 12px;
    border-radius: 8px;
    background: var(--code);
    font-size: 12px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
}

.fields div { display: grid; grid-template-columns: minmax(110px, 30%) 1fr; gap: 12px; padding: 4px 0; border-top: 1px solid var(--line); }
.fields div:first-child { border-top: 0; }
.fields dt { color: var(--secondary); overflow-wrap: anywhere; }
.fields dd { overflow-wrap: anywhere; user-select: text; }

dialog {
    width: min(420px, calc(100vw - 32px));
    padding: 20px;
    border: 1px solid var(--line);
    border-radius: 14px;
    background: var(--content);
    color: var(--text);
    box-shadow: var(--shadow);
}

dialog::backdrop { background: rgb(0 0 0 / 28%); }
dialog h2 { font-size: 15px; margin-bottom: 10px; }
dialog form { display: flex; justify-content: flex-end; flex-wrap: wrap; gap: 8px; margin-top: 16px; }
dialog li, dialog p { padding: 2px 0; color: var(--secondary); overflow-wrap: anywhere; }
#release-dialog form { flex-direction: column; }

.keys { display: grid; gap: 7px; }
.keys div { display: grid; grid-template-columns: 84px 1fr; }

/* For those who hear the page. */
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

@media (prefers-reduced-motion: no-preference) {
    button, select { transition: background-color 0.12s; }
}

/* What is told by a filled ground keeps it where people have colours of their own. */
@media (forced-colors: active) {
    .segments :checked + span, button[aria-pressed="true"], button.strong, button.strong:hover { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight; }
    .segments :checked:hover + span, button[aria-pressed="true"]:hover { background: Highlight; }
    /* An outline is the focus. */
    li:has(> [aria-current="true"]), .lines .current { border-inline-start: 6px solid Highlight; }
    nav.tabs [aria-current="true"] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
    button:is(.link, .disclosure), .fold { border: 0; }
    .caption[data-tone]::before, .title::after { forced-color-adjust: none; }
}

/* Without scripts the page says what to do in place of how far it is. */
@media (scripting: none) { #banner { display: none; } }
/* The places of the parts. */

html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; overflow: hidden; }

.bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 14px;
    padding: 9px 16px;
    border-bottom: 1px solid var(--line);
}

.bar h1 { font-size: 15px; font-weight: 650; overflow-wrap: anywhere; }
.bar p { color: var(--secondary); flex: 1; min-width: 160px; }
.settings { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; }
.settings label { color: var(--secondary); white-space: nowrap; }
.settings .menu { max-width: 190px; vertical-align: middle; }

/* Safari has no field-sizing yet: what the menu shows gives it its width, unseen below it. */
@supports not (field-sizing: content) {
    .settings .menu::before {
        content: var(--shown);
        display: block;
        overflow: hidden;
        padding: 4px 23px 4px 9px;
        visibility: hidden;
        white-space: nowrap;
    }
    .settings .menu select { position: absolute; inset: 0; width: 100%; }
}

.banner { display: flex; align-items: center; gap: 12px; padding: 8px 16px; background: var(--banner); color: var(--banner-text); border-bottom: 1px solid var(--line); white-space: pre-wrap; max-height: 40vh; overflow: auto; }
.banner p { flex: 1; overflow-wrap: anywhere; }
.banner button { color: inherit; text-decoration: underline; }


.columns { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(290px, 25fr) minmax(310px, 33fr) minmax(290px, 27fr); }
.column { min-width: 0; min-height: 0; display: flex; flex-direction: column; background: var(--column); }
.column + .column { border-inline-start: 1px solid var(--line); }
#detail { background: var(--content); }
.scroll { flex: 1; overflow-y: auto; overscroll-behavior: contain; padding: 4px 14px 24px; }
.tools { display: grid; gap: 8px; padding: 12px 14px 4px; }
.line { display: flex; align-items: center; gap: 8px; }
.tabs { display: none; }

.scroll section > h2, legend, section > h3 { padding: 12px 0 5px; font-size: 11.5px; font-weight: 600; color: var(--secondary); }

/* Rows */
.row { display: block; width: 100%; padding: 6px 10px; border: 0; border-radius: 0; text-align: start; }
li:has(> .row):hover { background: var(--hover); }
li:has(> [aria-current="true"]), li:has(> [aria-current="true"]):hover { background: var(--chosen); box-shadow: inset 3px 0 var(--accent); }
.title { display: flex; align-items: baseline; gap: 6px; }
.row .caption, .response .caption, [data-request] .title, .toast span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row .caption, [data-request] .title { display: block; }

#set-list li {
    display: flex;
    align-items: center;
    content-visibility: auto;
    contain-intrinsic-size: auto 49px;
}

#set-list .row { flex: 1 1 55%; min-width: 0; }
#set-list .menu { flex: 0 1 auto; max-width: 46%; }
#set-list .changed .title .name { font-weight: 650; }
#set-list .changed .title::after { content: ""; flex: none; align-self: center; width: 6px; height: 6px; border-radius: 50%; background: var(--accent); }
.disclosure { display: flex; width: 100%; padding: 0; font-weight: inherit; color: inherit; text-align: start; overflow-wrap: anywhere; }
.disclosure::after { content: ""; flex: none; margin: 5px 4px 0 auto; width: 5px; height: 5px; border: solid var(--secondary); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg); }
.disclosure[aria-expanded="false"]::after { transform: rotate(-45deg); }

/* What comes back, by its kind */
.caption[data-tone]::before { content: ""; display: inline-block; width: 7px; height: 7px; margin-inline-end: 6px; border-radius: 2px; background: var(--secondary); }
.caption[data-tone="2"]::before { background: var(--good); }
.caption[data-tone="3"]::before { background: var(--moved); }
.caption[data-tone="4"]::before { background: var(--refused); }
.caption[data-tone="5"]::before, .caption[data-tone="error"]::before { background: var(--bad); }
.caption[data-tone="live"]::before { background: var(--live); }

.held { padding: 8px 10px; display: grid; gap: 4px; }
.held time, #log time { font-variant-numeric: tabular-nums; }
#release-all { margin-top: 4px; }

/* The log */
/* Whole pixels, so that what someone reads does not creep when rows come above it. */
#log-list li { content-visibility: auto; contain-intrinsic-size: auto 46px; border-bottom: 1px solid var(--line); }
#log .tools { padding-bottom: 8px; }
#log .scroll { padding: 0; border-top: 1px solid var(--line); overflow-anchor: none; }
[data-request] { line-height: 17px; display: grid; grid-template-columns: 18px 1fr auto; gap: 0 6px; font-size: 12px; }
[data-request] > .caption { grid-column: 2 / -1; }
[data-request] .title .caption { display: inline; font-size: 11px; }
/* On one baseline, fonts of other heights would make the line higher. */
[data-request] .title > * { vertical-align: top; }
[data-request] time { color: var(--secondary); }
[data-request] .mark { color: var(--secondary); text-align: center; font-weight: 600; }
.method { font-weight: 600; }
[data-symbol="checkmark.circle"]::before { content: "✓"; }
[data-symbol="arrow.turn.up.right"]::before { content: "↪"; }
[data-symbol="dot.radiowaves.left.and.right"]::before { content: "⇄"; }
[data-symbol="questionmark.circle"]::before { content: "?"; }
[data-symbol="xmark.octagon"]::before { content: "✕"; }
[data-symbol="slash.circle"]::before { content: "⊘"; }
[data-symbol="hourglass"]::before { content: "…"; }
[data-outcome="answered"] .mark, .met .mark { color: var(--good); }
[data-outcome="answered"][data-status="4"] .mark, [data-outcome="unmatched"] .mark { color: var(--refused); }
[data-outcome="answered"][data-status="5"] .mark, [data-outcome="failed"] .mark, .unmet .mark { color: var(--bad); }
[data-outcome="passedThrough"] .mark { color: var(--live); }
[data-outcome="held"] .mark { color: var(--held); }
[data-outcome="redirected"] .mark { color: var(--moved); }

/* The detail */
#detail .scroll { padding: 14px 20px 32px; }
#detail .heading { display: flex; align-items: flex-start; justify-content: space-between; gap: 12px; }
.headline { font-size: 19px; font-weight: 650; line-height: 1.25; overflow-wrap: anywhere; }
.matcher { margin-top: 4px; font-size: 12px; color: var(--secondary); overflow-wrap: anywhere; user-select: text; }
fieldset { min-width: 0; }
.segments + .caption { margin-top: 6px; }
.response { display: flex; align-items: center; gap: 8px; padding-inline-end: 8px; }
.response label { flex: 1; min-width: 0; display: grid; grid-template-columns: auto 1fr; gap: 0 9px; padding: 7px 0 7px 11px; }
.response:hover { background: var(--hover); }
.response input { grid-row: 1 / 3; align-self: center; margin: 0; accent-color: var(--accent); }
.response label:has(:focus-visible) { outline-offset: -2px; border-radius: 8px; }
.response:has(:checked) .name { font-weight: 650; }
.back { padding: 0; margin-bottom: 6px; }
.outcome { font-weight: 600; }
.matcher + .actions { margin-top: 8px; }
.checks li { display: grid; grid-template-columns: 20px 1fr; padding: 5px 10px; overflow-wrap: anywhere; position: relative; }
.checks .mark { font-weight: 700; }
#detail pre + .actions, #detail .actions:last-child:not(:only-child) { margin-top: 8px; }
#detail .heading .actions { margin: 0; flex: none; }
#detail img { display: block; max-width: 100%; max-height: 320px; border: 1px solid var(--line); border-radius: 8px; }
#detail h2:not(.headline) { margin-top: 22px; padding: 0; border-top: 1px solid var(--line); padding-top: 14px; font-size: 14px; }
.search { margin-bottom: 8px; }
.search input { flex: 1; }
.search .caption { white-space: nowrap; }
.lines { padding-inline-start: 4px; max-height: 70vh; overflow: auto; }
.lines div { position: relative; padding-inline-start: 18px; min-height: 1.4em; content-visibility: auto; contain-intrinsic-size: auto 17px; }
.lines .found { background: var(--chosen); }
.lines .current { box-shadow: inset 3px 0 var(--accent); }
.fold { position: absolute; inset: 0 auto auto 0; width: 18px; height: 1.4em; padding: 0; }
.fold::before { content: "▾"; color: var(--secondary); }
.fold[aria-expanded="false"]::before { content: "▸"; }
.lines div:has(> .fold[aria-expanded="false"])::after { content: " …"; color: var(--secondary); }


/* The form of a response */
.editor { display: grid; gap: 10px; }
.field { display: grid; gap: 3px; justify-items: start; }
.field label { font-weight: 600; font-size: 11.5px; color: var(--secondary); }
.editor fieldset { display: grid; gap: 10px; }
.editor fieldset > button { justify-self: start; }
.editor legend { padding-top: 0; }
.editor textarea { font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace; resize: vertical; }
.rows { display: grid; gap: 6px; width: 100%; }
.header-row { display: grid; grid-template-columns: 2fr 3fr auto; gap: 6px; }
.header-row .fault { grid-column: 1 / -1; }
[aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
#more-sets { padding: 12px 0; }
#made { padding-top: 4px; }
#made p { padding-bottom: 6px; overflow-wrap: anywhere; }
#new-set { margin-inline-start: auto; flex: none; }

.toast { position: fixed; bottom: 16px; left: 50%; transform: translateX(-50%); display: flex; align-items: center; gap: 6px; padding: 7px 8px 7px 16px; border: 1px solid var(--line); border-radius: 999px; background: var(--card); box-shadow: var(--shadow); max-width: calc(100vw - 32px); }

@media (max-width: 899.9px) {
    .tabs { display: flex; gap: 0; border-bottom: 1px solid var(--line); }
    .tabs button { flex: 1; padding: 8px; border: 0; border-bottom: 2px solid transparent; border-radius: 0; background: none; }
    .tabs [aria-current="true"] { border-color: var(--accent); color: var(--accent); font-weight: 600; }
    .columns { grid-template-columns: 1fr; }
    .column { display: none; border: 0; }
    [data-shown="sets"] #sets, [data-shown="detail"] #detail, [data-shown="log"] #log { display: flex; }
    .bar p { flex-basis: 100%; order: 1; }
    .settings { display: contents; }
    .settings label { order: 2; }
    .bar h1 { flex: 1; }
}
"""##),
    ]
}
