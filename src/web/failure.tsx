import { createContext, useContext, useSyncExternalStore } from "react";
import { DONE_COOKIE, FAILURE_COOKIE, readCookie } from "./failure-cookies.ts";

interface Failure {
  /** Null where trying again may help. */
  number: string | null;
  /** What was just sent to the back office is saved, whatever became of the page after it. */
  isSaved: boolean;
}

/** What a page that failed tells of it while it is made on the server; the browser reads it from our cookies. */
export const ServerFailure = createContext<Failure>({ number: null, isSaved: false });

/** Under which number our log has the failure that is on the screen. */
export function FailureNote() {
  const onServer = useContext(ServerFailure).number;
  const number = useSyncExternalStore(never, numberFromCookie, () => onServer ?? numberFromCookie());
  if (number === null) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      Si sigue así, dinos este número: <span className="select-all wrap-anywhere">{number}</span>
    </p>
  );
}

export function useIsSaved(): boolean {
  const onServer = useContext(ServerFailure).isSaved;
  return useSyncExternalStore(never, isSavedByCookie, () => onServer || isSavedByCookie());
}

const never = () => () => {};
const numberFromCookie = (): string | null => fromCookie(FAILURE_COOKIE);
const isSavedByCookie = (): boolean => fromCookie(DONE_COOKIE) !== null;

function fromCookie(name: string): string | null {
  return typeof document === "undefined" ? null : readCookie(document.cookie, name);
}
