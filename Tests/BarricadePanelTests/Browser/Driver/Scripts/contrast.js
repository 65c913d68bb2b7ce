// The contrast of what a page shows (WCAG 2.2, criteria 1.4.3 and 1.4.11), from the computed colours.
globalThis.contrast = (() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
        .getContext('2d', { willReadFrequently: true });
    const colours = new Map();
    /** A computed colour as red, green, blue from 0 to 255, and alpha from 0 to 1. */
    function parsed(text) {
        if (!colours.has(text)) colours.set(text, read(text));
        return colours.get(text);
    }
    function read(text) {
        const parts = text.match(/^rgba?\(([^)]*)\)$/)?.[1].split(/[ ,/]+/).map(Number);
        if (parts) return [...parts, 1].slice(0, 4);
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
        return [red, green, blue, alpha / 255];
    }
    function over(top, below) {
        const alpha = top[3] + below[3] * (1 - top[3]);
        if (alpha === 0) return [0, 0, 0, 0];
        const mix = (at) => (top[at] * top[3] + below[at] * below[3] * (1 - top[3])) / alpha;
        return [mix(0), mix(1), mix(2), alpha];
    }
    /** The background and the opacity of each element that a look has come by. */
    const layers = new Map();
    function layer(element) {
        if (!layers.has(element)) {
            const style = getComputedStyle(element);
            layers.set(element, [parsed(style.backgroundColor), Number(style.opacity)]);
        }
        return layers.get(element);
    }
    /** A colour as it is seen where an element paints it: over all that is behind, with opacity. */
    function seen(colour, element) {
        for (let at = element; at; at = at.parentElement) {
            const [ground, opacity] = layer(at);
            const [red, green, blue, alpha] = over(colour, ground);
            colour = [red, green, blue, alpha * opacity];
        }
        return over(colour, parsed(getComputedStyle(document.documentElement).colorScheme
            .includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches
            ? 'rgb(18, 18, 18)' : 'rgb(255, 255, 255)'));
    }
    const nothing = [0, 0, 0, 0];
    const background = (element) => seen(nothing, element);
    function luminance(colour) {
        const [red, green, blue] = colour.map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    function ratio(one, other) {
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    }
    function isVisible(element) {
        const box = element.getBoundingClientRect();
        return element.checkVisibility({ visibilityProperty: true }) && box.width > 1
            && box.height > 1 && !element.closest('.unseen');
    }
    function title(element) {
        const words = element.getAttribute('aria-label') ?? element.textContent;
        const kind = [element.localName, ...element.classList].join('.');
        return `${kind}${element.id ? `#${element.id}` : ''} “${words.trim().slice(0, 30)}”`;
    }
    const isDrawn = (width, style) => parseFloat(width) > 0 && style !== 'none';

    /** What is seen of an element alone: its own texts, its edge and ring, its symbols. */
    function own(element) {
        const found = [];
        const add = (part, wanted, colour, ground) =>
            found.push({ part, wanted, ratio: ratio(colour, ground), title: title(element) });
        const style = getComputedStyle(element);
        const ground = background(element);
        const texts = [...element.childNodes].filter((it) => it.nodeType === 3 && it.data.trim());
        const isField = element.matches('select, input:not([type=radio]), textarea');
        if (texts.length > 0 || (isField && element.localName !== 'option')) {
            add('text', 4.5, seen(parsed(style.color), element), ground);
        }
        if (element.placeholder) {
            const colour = getComputedStyle(element, '::placeholder').color;
            add('placeholder', 4.5, seen(parsed(colour), element), ground);
        }
        const outside = background(element.parentElement ?? element);
        const isControl = element.matches('button, select, input:not([type=radio]), textarea, .segments, kbd');
        const hasEdge = isDrawn(style.borderBottomWidth, style.borderBottomStyle)
            && parsed(style.borderBottomColor)[3] > 0;
        const isFilled = ratio(ground, outside) > 1;
        if (isControl && hasEdge) {
            const edge = seen(parsed(style.borderBottomColor), element);
            add('edge', 3, ratio(edge, outside) > ratio(ground, outside) ? edge : ground, outside);
        }
        if (isDrawn(style.outlineWidth, style.outlineStyle)) {
            const isInside = parseFloat(style.outlineOffset) < 0;
            const [place, beside] = isInside ? [element, ground] : [element.parentElement, outside];
            add('ring', 3, seen(parsed(style.outlineColor), place), beside);
        }
        const mark = /inset/.test(style.boxShadow) && parsed(style.boxShadow.match(/^[a-z]+\([^)]*\)/)[0]);
        if (mark) add('mark', 3, seen(mark, element), ground);
        for (const side of ['::before', '::after']) {
            const symbol = getComputedStyle(element, side);
            if (symbol.content === 'none' || symbol.display === 'none') continue;
            const [red, green, blue, alpha] = parsed(symbol.backgroundColor);
            const colour = alpha > 0 ? [red, green, blue, alpha] : parsed(symbol.borderRightColor);
            add(`symbol ${side}`, 3, seen(colour, element), ground);
        }
        return found;
    }
    function all(root) {
        layers.clear();
        return [root, ...root.querySelectorAll('*')].filter(isVisible).flatMap(own);
    }
    const controls = () => [...(document.querySelector('dialog[open]') ?? document.body)
        .querySelectorAll('button, select, input, textarea, [tabindex], summary')].filter(isVisible);
    /** The element whose look tells of a control. */
    const shown = (control) => control.closest('label')
        ?? control.closest('.menu, li') ?? control;
    /** The markup that a control's look follows from: its own, and the tags around it, wordless. */
    function markup(control) {
        const tags = [control.outerHTML, shown(control).outerHTML];
        for (let at = shown(control); at; at = at.parentElement) {
            tags.push(at.cloneNode(false).outerHTML);
        }
        const words = /(?<=>)[^<]+| (aria-label|title|value|name|for|data-key)="[^"]*"/g;
        return tags.join().replace(words, '');
    }
    let listed = [];
    /** A control by its number; the page may have put another in its place. */
    const control = (at) => listed[at].isConnected ? listed[at] : controls()[at];
    const known = globalThis.knownMarkup ??= new Set();
    const media = ['prefers-color-scheme: dark', 'prefers-contrast: more', 'forced-colors: active'];
    return {
        /** The controls of a look that no scene before has shown in these colours. */
        newControls: () => [...(listed = controls()).entries()]
            .filter(([, control]) => {
                const colours = media.map((it) => matchMedia(`(${it})`).matches);
                const text = `${colours} ${markup(control)}`;
                return !known.has(text) && known.add(text);
            })
            .map(([at]) => at),
        place(at) {
            const element = control(at);
            element.scrollIntoView({ block: 'nearest' });
            const box = element.getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2, kind: element.localName };
        },
        control: (at) => all(shown(control(at))),
        /** What is seen of controls with the focus; one without a ring has no contrast. */
        focused: (numbers) => numbers.map(control).flatMap((control) => {
            // One that has the focus already does not get it; Chromium does not know the option.
            control.blur();
            control.focus({ focusVisible: true });
            if (document.activeElement !== control) return [];
            const looks = all(shown(control));
            if (looks.some((it) => it.part === 'ring')) return looks;
            return [...looks, { part: 'ring', wanted: 3, ratio: 0, title: title(control) }];
        }),
        page: () => all(document.body),
    };
})();
