// The bar at the top: what differs from the defaults, and what concerns all sets.

import { find, make, setOptions, setText } from './dom.js';
import { capitalized } from './words.js';

export function header({ model, commands }) {
    const [title, summary] = [find('#title'), find('#differences')];
    const [conditions, policy] = [find('#conditions'), find('#policy')];
    const [reset, about] = [find('#reset'), find('#about')];

    conditions.onchange = () => commands.setConditions(conditions.value);
    policy.onchange = () => commands.setPolicy(policy.value);
    about.onclick = () => commands.open({ kind: 'about' });
    find('#help').onclick = () => find('#help-dialog').showModal();
    reset.onclick = () => {
        const dialog = find('#reset-dialog');
        dialog.querySelector('ul').replaceChildren(...model.overview.resetLines.map((line) =>
            make('li', { dir: 'auto', textContent: line })));
        dialog.returnValue = '';
        dialog.onclose = () => dialog.returnValue === 'reset' && commands.reset();
        dialog.showModal();
    };

    model.draw(() => {
        const { overview, choices } = model;
        if (!overview) return;
        setText(title, overview.name);
        document.title = `${overview.name} – Barricade`;
        setText(summary, overview.differences);
        setOptions(conditions, [
            { value: '', text: 'As it is' },
            ...named(choices.networkConditions, overview.networkConditions).map((name) => (
                { value: name, text: name })),
        ], overview.networkConditions ?? '');
        const policies = named(choices.unmatchedPolicies, overview.unmatchedPolicy);
        setOptions(
            policy, policies.map((name) => ({ value: name, text: capitalized(name) })),
            overview.unmatchedPolicy);
        fit(conditions);
        fit(policy);
        reset.disabled = !overview.sets.some((set) => set.isChanged);
        const mistakes = overview.faults.length + (overview.storage.fault ? 1 : 0);
        setText(about, mistakes > 0 ? `About (⚠ ${mistakes})` : 'About');
    });
}

/** Tells the style sheet what a menu shows, for browsers in which it is as wide as its widest choice. */
function fit(menu) {
    const text = menu.selectedOptions[0]?.text ?? '';
    // Not an attribute: WebKit does not see that one has changed which such a rule names.
    menu.parentElement.style.setProperty('--shown', JSON.stringify(text));
}

/** The choices, and the present one if the app's code has set one that is not among them. */
function named(choices, present) {
    return present === undefined || choices.includes(present) ? choices : [present, ...choices];
}
