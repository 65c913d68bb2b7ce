// The page: it makes the parts, and follows what the app says.

import { announcements } from './announcements.js';
import { API, Unreachable } from './api.js';
import { loadArrangement } from './arrangement.js';
import { banners } from './banners.js';
import { Commands } from './commands.js';
import { detail } from './detail.js';
import { follow } from './events.js';
import { header } from './header.js';
import { keys } from './keys.js';
import { log } from './log.js';
import { Model } from './model.js';
import { presets } from './presets.js';
import { sets } from './sets.js';
import { tabs } from './tabs.js';
import { takeToken } from './token.js';
import { waiting } from './waiting.js';

const token = takeToken();
const model = new Model();
const api = new API(token);
let isLogRead = false;
const page = { model, api, commands: new Commands(model, api) };
for (const part of [
    header, banners, tabs, presets, waiting, sets, log, detail, announcements, keys,
]) part(page);

// Someone has opened a new address in this tab, of which only the fragment differs.
addEventListener('hashchange', () => location.reload());

if (token) {
    follow(api, { connected, received, interrupted });
} else {
    model.connection = 'tokenless';
    model.changed();
}

function connected(isAnew) {
    model.connection = 'connected';
    model.changed();
    if (isAnew || !isLogRead) readLog();
}

function received({ type, data }) {
    switch (type) {
    case 'overview':
        if (!model.overview) loadArrangement(model, data.name);
        model.show(data);
        break;
    case 'log': model.note(data); break;
    case 'cleared': model.clearLog(data.first); break;
    case 'lagged': readLog(); break;
    }
}

/** Reads what events do not say: the requests before them, and the choices of this launch. */
async function readLog() {
    isLogRead = false;
    model.log.clear();
    try {
        const [{ requests }, choices] = await Promise.all([
            api.get('log?limit=1000'), api.get('choices'),
        ]);
        model.choices = choices;
        model.fill(requests);
        isLogRead = true;
    } catch (error) {
        // The next connection tries again.
        if (!(error instanceof Unreachable)) model.message = error.message;
        model.changed();
    }
}

function interrupted(error) {
    if (error.status === 410) model.connection = 'released';
    else if (error.status === 503) model.connection = 'crowded';
    else model.connection = error.status < 500 ? 'foreign' : 'away';
    model.changed();
}
