// The list of sets: the search, the sections and their rows.

import { searchTokens, sections, toggle } from './arrangement.js';
import {
    button, find, isSame, keyed, make, name, setAttribute, setOptions, setText,
} from './dom.js';
import { counted } from './words.js';

/** The most sets that are drawn before someone asks for all; thousands of rows take a while. */
const mostSets = 1000;

export function sets(page) {
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
