export const PREFERENCES_EVENT = "cookie-preferences";

/** A list item with a button that opens the cookie notice again, for visitors who change their mind. */
export function CookiePreferences() {
  return (
    <li>
      <button
        type="button"
        onClick={() => dispatchEvent(new Event(PREFERENCES_EVENT))}
        className="py-1.5 text-sm leading-snug underline-offset-4 hover:underline"
      >
        Preferencias de cookies
      </button>
    </li>
  );
}
