// The words that rows and sentences are made of; the same as on the screen in the app.

/** The statuses in words, as the app has them: `404` is `404 not found`. */
export const statusWords = {};

/** A number with its noun: `1 request`, `2 requests`. */
export function counted(number, noun) {
    return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The text as the beginning of a line. */
export function capitalized(text) {
    return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A name for a sentence, whose middle may be missing. */
export function short(name) {
    const characters = [...name];
    if (characters.length <= 40) return name;
    return `${characters.slice(0, 24).join('')}…${characters.slice(-15).join('')}`;
}

/** The outcome of a response: `200 OK`, `401 unauthorized, after 2.0 seconds`. */
export function responseWords(response) {
    if (response.status === undefined) return response.summary;
    const status = statusWords[response.status] ?? `${response.status}`;
    return response.delay ? `${status}, after ${response.delay}` : status;
}

/** The kind of an outcome, for its colour: `2` for 200, `error`, `live`, `other`. */
export function tone(response) {
    if (response.status !== undefined) return String(response.status).slice(0, 1);
    if (response.kind === 'error' || response.kind === 'neverAnswers') return 'error';
    return response.kind === 'live' ? 'live' : 'other';
}

export function selectedResponse(set) {
    return set.responses.find((response) => response.name === set.selectedResponse);
}

export function isChanged(set) {
    return set.selectedResponse !== set.defaultResponse || set.mode !== 'barricaded';
}

/** The outcome of a set's requests. Those of a set that records fail while nothing records. */
export function outcomeOf(set, isRecording) {
    if (set.mode === 'live') return 'the real server';
    if (set.mode === 'recording' && isRecording) return 'the real server, recorded';
    const selected = selectedResponse(set);
    if (!selected || set.mode === 'recording') return 'its requests fail';
    const words = responseWords(selected);
    return set.mode === 'held' ? `waits, then ${words}` : words;
}

/** What has been found to differ between a set and the real server; `null` if nothing has. */
export function driftWords({ drift }) {
    return drift.length > 0 ? `${counted(drift.length, 'difference')} from the server` : null;
}

/** Whether the real server's reply to a request differed from the set's responses. */
export function requestDriftWords({ drift }) {
    return drift.length > 0 ? 'differs from the responses' : null;
}

/** What a set's mode does, and why it cannot record. */
export function modeWords({ mode }, isRecording) {
    const words = `The set ${modes[mode]}.`;
    if (isRecording) return words;
    const what = mode === 'recording' ? 'Its requests fail' : 'It cannot record';
    return `${words} ${what} ${untilRecording}`;
}

const untilRecording = 'until the app starts a recording: barricade.record(.recordingSets).';

/** A set in one sentence, for those who hear it. */
export function setSentence(set, isPinned, isRecording) {
    const parts = [set.name, set.selectedResponse ?? 'No responses', outcomeOf(set, isRecording)];
    if (set.mode !== 'barricaded') parts.push(set.mode);
    if (isChanged(set)) parts.push('changed');
    if (isPinned) parts.push('pinned');
    if (set.requestCount > 0) parts.push(counted(set.requestCount, 'request'));
    if (set.faults.length > 0) parts.push(counted(set.faults.length, 'mistake'));
    if (driftWords(set)) parts.push(driftWords(set));
    return parts.join(', ');
}

export const modes = {
    barricaded: 'answers with the selected response',
    live: 'lets requests go to the real server',
    held: 'keeps requests waiting until you release them',
    recording: 'lets requests go to the real server, and keeps the replies',
};

/** What differs from the defaults: `3 selected, 1 live, 2 waiting`. */
export function differences({ sets, heldRequests }) {
    const parts = [
        [sets.filter((set) => set.selectedResponse !== set.defaultResponse).length, 'selected'],
        [sets.filter((set) => set.mode === 'live').length, 'live'],
        [sets.filter((set) => set.mode === 'held').length, 'held'],
        [sets.filter((set) => set.mode === 'recording').length, 'recording'],
        [heldRequests.length, 'waiting'],
    ].filter(([number]) => number > 0);
    if (parts.length === 0) return 'All sets are at their defaults';
    return parts.map(([number, word]) => `${number} ${word}`).join(', ');
}

/** The changes that a reset makes, one in each element. */
export function resetLines({ sets, heldRequests }) {
    const changed = sets.filter(isChanged);
    const lines = changed.slice(0, 6).map((set) => {
        const parts = [];
        if (set.selectedResponse !== set.defaultResponse) {
            parts.push(`${short(set.selectedResponse)} to ${short(set.defaultResponse)}`);
        }
        if (set.mode !== 'barricaded') parts.push(`${set.mode} to barricaded`);
        return `${short(set.name)}: ${parts.join(', ')}`;
    });
    if (changed.length > 6) lines.push(`and ${counted(changed.length - 6, 'more set')}`);
    const waiting = heldRequests.length;
    if (waiting > 0) {
        const requests = counted(waiting, 'waiting request');
        lines.push(`${requests} will be released, which cannot be undone`);
    }
    return lines;
}

/** The time left until a moment: `58 s left`, `timed out`. */
export function timeLeft(moment, now) {
    const seconds = Math.ceil((Date.parse(moment) - now) / 1000);
    if (!(seconds > 0)) return 'timed out';
    if (seconds < 120) return `${seconds} s left`;
    if (seconds < 7200) return `${Math.floor(seconds / 60)} min left`;
    return `${Math.floor(seconds / 3600)} h left`;
}

/** A duration in milliseconds: `< 1 ms`, `14 ms`, `2.1 s`. */
export function duration(milliseconds) {
    if (milliseconds < 1) return '< 1 ms';
    return milliseconds < 1000
        ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The symbol of a logged request's outcome. */
export function symbol({ kind }) {
    return {
        answered: '✓', redirected: '↪', passedThrough: '⇄', unmatched: '?', failed: '✕',
        cancelled: '⊘', held: '‖',
    }[kind] ?? '…';
}
