// A body as people read it: indented JSON, text, an image, or bytes in hexadecimal.

import { make } from './dom.js';
import { code } from './parts.js';
import { byteCount } from './words.js';

/** The most bytes that are shown in hexadecimal, and the most lines that a search shows. */
const [longestDump, mostLines] = [4 << 10, 200];
const imageTypes = ['image/png', 'image/gif', 'image/jpeg', 'image/webp'];

export class Body {
    /** Whether bytes are missing at the end. */
    isCut;
    /** The body as text; empty for an image. */
    text = '';
    /** Whether the text is that of the body, rather than its bytes in hexadecimal. */
    isText = false;
    /** The kind and size in words: `JSON, 12 KB`. */
    summary;
    element = make('div');
    #address = null;

    constructor({ headers, body, bodySize, isWhole }) {
        const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
        const field = headers.find(({ name }) => name.toLowerCase() === 'content-type');
        const type = field?.value.split(';')[0].trim().toLowerCase() ?? '';
        this.isCut = !isWhole;
        const size = bodySize === undefined ? 'size unknown' : byteCount(bodySize);
        if (bytes.length === 0 && isWhole) this.summary = 'No body';
        else if (imageTypes.includes(type) && isWhole) this.#showImage(bytes, type, size);
        else this.#showText(bytes, type, size);
        if (this.isCut) this.element.append(make('p', {
            className: 'caption', textContent: 'Only the beginning is shown.',
        }));
    }

    /** Gives the memory of an image back. */
    leave() {
        if (this.#address) URL.revokeObjectURL(this.#address);
    }

    #showImage(bytes, type, size) {
        this.#address = URL.createObjectURL(new Blob([bytes], { type }));
        this.summary = `${type.slice(6).toUpperCase()} image, ${size}`;
        this.element.append(make('img', {
            src: this.#address, alt: this.summary,
            onerror: () => this.element.prepend(make('p', {
                className: 'fault',
                textContent: `The content type is ${type}, but the body is not.`,
            })),
        }));
    }

    #showText(bytes, type, size) {
        const text = decoded(bytes, this.isCut);
        if (text === null) {
            this.summary = `Bytes, ${size}`;
            this.text = hexadecimal(bytes.subarray(0, longestDump));
            this.isCut ||= bytes.length > longestDump;
            this.element.append(code(this.text));
            return;
        }
        this.isText = true;
        let isJSON = type === 'application/json' || type.endsWith('+json');
        if (isJSON && !this.isCut && !isValidJSON(text)) {
            isJSON = false;
            this.element.append(make('p', {
                className: 'fault', textContent: 'The content type is JSON, but the body is not.',
            }));
        }
        this.summary = `${isJSON ? 'JSON' : 'Text'}, ${size}`;
        this.text = isJSON ? indented(text) : text;
        const all = code(this.text);
        const found = make('ol', { className: 'found', hidden: true });
        const none = make('p', {
            className: 'caption', textContent: 'No line has this text.', hidden: true,
        });
        const search = make('input', {
            type: 'search', placeholder: 'In the body', 'aria-label': 'Search in the body',
            oninput: () => {
                const lines = linesWith(search.value, this.text);
                all.hidden = search.value !== '';
                found.hidden = !all.hidden;
                none.hidden = !all.hidden || lines.length > 0;
                found.replaceChildren(...lines.map(({ number, text }) =>
                    make('li', { value: number, textContent: text })));
            },
        });
        this.element.append(search, all, found, none);
    }
}

/** Returns bytes as text; `null` if they are not text. */
function decoded(bytes, isCut) {
    try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
        return /[\0-\x08\x0B\x0E-\x1A\x1C-\x1F]/.test(text) ? null : text;
    } catch {
        return null;
    }
}

function isValidJSON(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

/**
 * Returns JSON text with other white space between its tokens. Numbers keep their digits, which
 * `JSON.parse` does not promise; text that is cut is indented as far as it goes.
 */
export function indented(json) {
    let depth = 0;
    let isOpen = false;
    const line = () => `\n${'  '.repeat(Math.min(depth, 40))}`;
    return json.replace(/"(?:[^"\\]|\\.)*"?|\s+|[{}[\],:]|[^\s"{}[\],:]+/gs, (token) => {
        if (/^\s/.test(token)) return '';
        if (token === '}' || token === ']') {
            depth = Math.max(depth - 1, 0);
            const before = isOpen ? '' : line();
            isOpen = false;
            return before + token;
        }
        const before = isOpen ? line() : '';
        isOpen = token === '{' || token === '[';
        if (isOpen) depth += 1;
        if (token === ',') return `,${line()}`;
        return before + (token === ':' ? ': ' : token);
    });
}

/** Returns bytes in hexadecimal, sixteen in a line, with their offset and their ASCII. */
export function hexadecimal(bytes) {
    const lines = [];
    for (let offset = 0; offset < bytes.length; offset += 16) {
        const line = [...bytes.subarray(offset, offset + 16)];
        const digits = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
        const text = line.map((byte) =>
            (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
        lines.push(`${offset.toString(16).padStart(8, '0')}  ${digits.padEnd(47)}  ${text}`);
    }
    return lines.join('\n');
}

function linesWith(search, text) {
    if (search === '') return [];
    const wanted = search.toLowerCase();
    return text.split('\n').map((line, at) => ({ number: at + 1, text: line }))
        .filter((line) => line.text.toLowerCase().includes(wanted)).slice(0, mostLines);
}
