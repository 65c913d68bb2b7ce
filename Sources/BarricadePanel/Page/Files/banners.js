// The lines below the bar: whether the app is there, and why a command has failed.

import { button, find, make, setText } from './dom.js';

const foreign = 'The address has changed: another launch of the app answers here, or another app. '
    + 'Open the address that this launch has written to its console.';

const connections = {
    starting: 'Starting…',
    away: 'The app sleeps or has ended. The page comes back by itself when the app does. If the '
        + 'app was launched anew with another address, open that one.',
    crowded: 'Too many pages of this app are open. Close one of them; this page then comes back by '
        + 'itself.',
    foreign,
    refused: `${foreign} This page has stopped asking.`,
    released: 'The barricade no longer exists in the app.',
    tokenless: 'This address is not complete. Open the whole address that the app has written to '
        + 'its console, which ends with #token=….',
};

export function banners({ model, commands }) {
    const [banner, message, undo] = [find('#banner'), find('#message'), find('#undo')];
    const text = make('p');
    message.append(
        text, button('Dismiss', () => commands.dismissMessage(), { className: 'plain' }));
    const [take, dismiss] = undo.querySelectorAll('button');
    take.onclick = () => commands.undo();
    dismiss.onclick = () => commands.dismissUndo();

    model.draw(() => {
        const connection = connections[model.connection];
        banner.hidden = connection === undefined;
        setText(banner, connection ?? '');
        message.hidden = model.message === null;
        setText(text, model.message ?? '');
        undo.hidden = model.undo === null;
        setText(undo.querySelector('span'), model.undo?.title ?? '');
    });
}
