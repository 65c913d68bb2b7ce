// A request or a reply: its header fields and its body.

import { Body } from './body.js';
import { button } from './dom.js';
import { actions, copyButton, fieldTable, section } from './parts.js';

export class Message {
    /** The sections. */
    elements;
    #body;

    /**
     * @param {Object} page
     * @param {Object} message What the API gives.
     * @param {string} path The path of the body in the API, to download it.
     * @param {string} name The name of the file with the body.
     * @param {...Element} more More buttons below the body.
     */
    constructor({ commands, api }, { headers, body }, path, name, ...more) {
        this.#body = new Body(body);
        const lines = headers.map((field) => `${field.name}: ${field.value}`);
        const hasBody = body.kind !== 'empty';
        this.elements = [
            section('Headers', fieldTable(headers), lines.length > 0 && actions(
                copyButton(commands, 'Copy Headers', () => lines.join('\n')))),
            section(body.summary, this.#body.element, hasBody && actions(
                body.text && copyButton(commands, 'Copy Body', () => body.text),
                button('Download', () => commands.download(name, () => api.file(path))), ...more)),
        ];
    }

    leave() {
        this.#body.leave();
    }
}
