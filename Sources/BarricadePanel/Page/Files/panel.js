// The page: it makes the parts, and follows what the app says.

import { announcements } from './announcements.js';
import { API } from './api.js';
import { loadArrangement } from './arrangement.js';
import { banners } from './banners.js';
import { Commands } from './commands.js';
import { detail } from './detail.js';
import { follow } from './events.js';
import { header } from './header.js';
import { keys } from './keys.js';
import { log } from './log.js';
import { merged, Model } from './model.js';
import { presets } from './presets.js';
import { sets } from './sets.js';
import { tabs } from './tabs.js';
import { takeToken } from './token.js';
import { waiting } from './waiting.js';

/** The sets of an overview that come after the first thousand, until all are there. */
let more = [];

const token = takeToken();
const model = new Model();
const api = new API(token);
const page = { model, api, commands: new Commands(model, api) };
for (const part of [
    header, banners, tabs, presets, waiting, sets, log, detail, announcements, keys,
]) part(page);

addEventListener('beforeunload', (event) => {
    if (model.hasUnsaved()) event.preventDefault();
});

// Someone has opened a new address in this tab, of which only the fragment differs.
addEventListener('hashchange', () => location.reload());

if (token) {
    follow(api, { connected, received, interrupted }).then(() => {
        model.connection = 'refused';
        model.changed();
    });
} else {
    model.connection = 'tokenless';
    model.changed();
}

function connected() {
    model.connection = 'connected';
    model.changed();
}

function received({ type, data }) {
    switch (type) {
    case 'overview':
        more = [];
        if (!model.overview) loadArrangement(model, data.name);
        model.show(data);
        break;
    case 'sets':
        more.push(...data);
        if (model.overview.sets.length + more.length === model.overview.setCount) {
            model.show({ ...model.overview, sets: model.overview.sets.concat(more) });
        }
        break;
    case 'changes': model.show(merged(model.overview, data)); break;
    case 'beginning':
        model.choices = data.choices;
        model.filters = data.filters;
        model.fill(data.requests);
        break;
    case 'lagged':
        // The numbers of paused rows are those of other requests in another launch.
        if (data.reason === 'anotherLaunch' && model.pausedLog) model.pausedLog = model.latest;
        break;
    case 'log': model.note(data); break;
    case 'cleared': model.clearLog(data.first); break;
    }
}

function interrupted(error) {
    if (error.status === 410) model.connection = 'released';
    else if (error.status === 503) model.connection = 'crowded';
    else model.connection = error.status < 500 ? 'foreign' : 'away';
    model.changed();
}
