import { createContext, useContext, useSyncExternalStore } from "react";
import { FAILURE_COOKIE, readCookie } from "./failure-cookies.ts";

/** The number of a failed request, while its page is made on the server; null where trying again may help. */
export const FailureNumber = createContext<string | null>(null);

/** Under which number our log has the failure that is on the screen. */
export function FailureNote() {
  const onServer = useContext(FailureNumber);
  const number = useSyncExternalStore(never, fromCookie, () => onServer ?? fromCookie());
  if (number === null) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      Si sigue así, dinos este número: <span className="select-all wrap-anywhere">{number}</span>
    </p>
  );
}

const never = () => () => {};

function fromCookie(): string | null {
  return typeof document === "undefined" ? null : readCookie(document.cookie, FAILURE_COOKIE);
}
