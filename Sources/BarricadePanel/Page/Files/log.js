// The log: the requests, newest first.

import { find, keyed, setAttribute, setOptions, setText } from './dom.js';
import { logFilters } from './model.js';
import { requestRow, updateRequestRow } from './request-row.js';
import { capitalized } from './words.js';

export function log({ model, commands }) {
    const [list, empty] = [find('#log-list'), find('#no-log')];
    const [filter, pause, clear] = [find('#log-filter'), find('#pause'), find('#clear')];
    setOptions(filter, Object.keys(logFilters).map((name) => (
        { value: name, text: capitalized(name) })), model.logFilter);
    filter.onchange = () => {
        model.logFilter = filter.value;
        model.changed();
    };
    pause.onclick = () => {
        model.pausedLog = model.pausedLog ? null : [...model.log.values()].reverse();
        model.changed();
    };
    clear.onclick = () => commands.clearLog();

    model.draw(() => {
        setAttribute(pause, 'aria-pressed', model.pausedLog !== null);
        const rows = model.logRows;
        const opened = model.place?.kind === 'request' ? model.place.id : null;
        if (!rows.some((row) => row.id === model.current.request)) {
            model.current.request = rows[0]?.id ?? null;
        }
        keyed(list, rows, {
            key: (row) => row.id,
            parts: (row) => [
                row, model.outcome(row), row.id === opened, row.id === model.current.request,
            ],
            make: (row) => focusable(model, row.id, requestRow(commands, row)),
            update: (element, row) => {
                updateRequestRow(element, row, model.outcome(row));
                const [button] = element.children;
                setAttribute(button, 'aria-current', row.id === opened ? 'true' : null);
                button.tabIndex = row.id === model.current.request ? 0 : -1;
            },
        });
        empty.hidden = rows.length > 0;
        setText(empty, model.log.size === 0
            ? 'No request has come.' : `No request is ${model.logFilter}.`);
    });
}

function focusable(model, id, element) {
    element.firstElementChild.onfocus = () => {
        model.current.request = id;
        model.changed();
    };
    return element;
}
