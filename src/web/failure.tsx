import { createContext, useContext, useSyncExternalStore } from "react";
import { SAVED_COOKIE, FAILURE_COOKIE, readCookie } from "./failure-cookies.ts";

interface Failure {
  /** The id under which the failure is logged. Null without a failure, and for a transient one. */
  requestId: string | null;
  /** Whether the last change in the back office was saved, even though the page after it failed. */
  isSaved: boolean;
}

/** The failure of a page that is rendered on the server. In the browser it is read from cookies. */
export const ServerFailureContext = createContext<Failure>({ requestId: null, isSaved: false });

/** Shows the request id under which the failure on the screen is logged. */
export function FailureNote() {
  const serverRequestId = useContext(ServerFailureContext).requestId;
  const requestId = useSyncExternalStore(
    subscribeToNothing,
    readRequestIdCookie,
    () => serverRequestId ?? readRequestIdCookie(),
  );
  if (requestId === null) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      Si sigue así, dinos este número: <span className="select-all wrap-anywhere">{requestId}</span>
    </p>
  );
}

/** Whether the last change in the back office was saved, even though the page after it failed. */
export function useIsChangeSaved(): boolean {
  const isSavedInServerContext = useContext(ServerFailureContext).isSaved;
  return useSyncExternalStore(subscribeToNothing, hasSavedCookie, () => isSavedInServerContext || hasSavedCookie());
}

const subscribeToNothing = () => () => {};
const readRequestIdCookie = (): string | null => readBrowserCookie(FAILURE_COOKIE);
const hasSavedCookie = (): boolean => readBrowserCookie(SAVED_COOKIE) !== null;

function readBrowserCookie(name: string): string | null {
  return typeof document === "undefined" ? null : readCookie(document.cookie, name);
}
