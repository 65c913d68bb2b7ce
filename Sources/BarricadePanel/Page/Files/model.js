// What the page shows. Views read it; nothing else keeps a copy.

/** The most requests that the log shows. */
const longestLog = 1000;

export class Model {
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
export function folded(text) {
    return text.normalize('NFKD').replace(/\p{Mn}/gu, '').toLowerCase();
}

/** Returns an overview with the changes of a later one, which has only the sets that changed. */
export function merged(overview, changes) {
    const changed = new Map(changes.sets.map((set) => [set.id, set]));
    return { ...changes, sets: overview.sets.map((set) => changed.get(set.id) ?? set) };
}
