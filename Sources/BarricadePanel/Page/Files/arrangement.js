// The sets and groups as a person has arranged and searched them.

import { folded } from './model.js';

/** What a set must be for each token of the search. */
export const searchTokens = {
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
export function sections(model) {
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

export function loadArrangement(model, barricade) {
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
export function toggle(model, list, name) {
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
