// The token of the panel. It comes in the fragment of the address, which browsers do not send, and
// is kept for this tab only.

const key = 'barricade.token';

/** Returns the token of this tab, after taking it out of the address; `null` if there is none. */
export function takeToken() {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    try {
        if (token) {
            sessionStorage.setItem(key, token);
            history.replaceState(null, '', location.pathname);
        }
        return sessionStorage.getItem(key);
    } catch {
        // The browser keeps nothing for the page, so the token stays in the address.
        return token;
    }
}
