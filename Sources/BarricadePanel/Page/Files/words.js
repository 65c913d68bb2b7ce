// The few texts that depend on the page alone. The app makes all others, as for its own screen.

/** A number with its noun: `1 request`, `2 requests`. */
export function counted(number, noun) {
    return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The text as the beginning of a line. */
export function capitalized(text) {
    return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The time left until a moment: `58 s left`, `timed out`, `until released` if it is far away. */
export function timeLeft(moment, now) {
    const seconds = Math.ceil((Date.parse(moment) - now) / 1000);
    if (!(seconds > 0)) return 'timed out';
    if (seconds < 120) return `${seconds} s left`;
    if (seconds < 7200) return `${Math.floor(seconds / 60)} min left`;
    return seconds < 43200 ? `${Math.floor(seconds / 3600)} h left` : 'until released';
}
