// The keys. Letters and numbers do nothing while someone types, or in a menu or a dialog.

import { toggle } from './arrangement.js';
import { find } from './dom.js';

export function keys({ model, commands }) {
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
