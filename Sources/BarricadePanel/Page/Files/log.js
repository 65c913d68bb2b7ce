// The log: the requests, newest first.

import { button, find, isSame, keyed, setAttribute, setText } from './dom.js';
import { Reading } from './reading.js';
import { requestKey, requestRow, updateRequestRow } from './request-row.js';

/** The longest time in which several changes of a search are asked as one, in milliseconds. */
const searchPause = 200;

export function log({ model, commands, api }) {
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
