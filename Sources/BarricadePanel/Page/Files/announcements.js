// What a screen reader hears when something changes, whoever has changed it.

import { find } from './dom.js';
import { counted } from './words.js';

export function announcements({ model }) {
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
