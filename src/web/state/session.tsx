import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import type { Customer } from "../../contract/customers.ts";
import type { Session } from "../../contract/sessions.ts";
import { readStored, STORAGE_KEY, writeStored } from "./storage.ts";

/** The customer's session in this browser: a token, an id and the kind of customer, never the customer's name. */
export interface BrowserSession {
  token: string;
  customerId: string;
  type: Customer["type"];
  /** The name of the member of staff who acts for the customer, in an assisted session (rule STAFF-1). */
  assistedBy?: string;
}

interface SessionState {
  /** Undefined until the browser's storage was read. */
  session: BrowserSession | null | undefined;
  /** Undefined while it is being read. Null without a session, or if it could not be read. */
  customer: Customer | null | undefined;
  open(session: Session): void;
  /** Replaces the customer's data with newer data from the server. */
  updateCustomer(customer: Customer): void;
  /** `endReason` says why the session is closed. It is missing if the customer signed out. */
  close(endReason?: EndReason): void;
  /** Why the last session was closed, for the sign-in page. */
  endReason: EndReason | null;
}

/** The server no longer accepts the session, or the session is too old for a change of the user name. */
export type EndReason = "ended" | "tooOld";

const SessionContext = createContext<SessionState>({
  session: undefined,
  customer: undefined,
  open() {},
  updateCustomer() {},
  close() {},
  endReason: null,
});

export function useSession(): SessionState {
  return useContext(SessionContext);
}

/**
 * A stored token is exchanged at start for a renewed session (rule CUSTOMER-9). Storage events synchronise the tabs.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<BrowserSession | null | undefined>(undefined);
  const [customer, setCustomer] = useState<Customer | null | undefined>(undefined);
  const [endReason, setEndReason] = useState<EndReason | null>(null);
  const open = useCallback((answer: Session) => {
    const { customer: sessionCustomer, access_token: token, assistedBy } = answer;
    const newSession = { token, customerId: sessionCustomer._id, type: sessionCustomer.type, assistedBy };
    writeStored(STORAGE_KEY.session, JSON.stringify(newSession));
    setSession(newSession);
    setCustomer(sessionCustomer);
    void import("./wishlist.ts").then((wishlistModule) => wishlistModule.syncWishlistOfSession(newSession));
  }, []);
  const close = useCallback((reason?: EndReason) => {
    setEndReason(reason ?? null);
    if (readSession()?.type === "registered") {
      // A customer's list is stored on the server. The next person on this device must not see this copy.
      writeStored(STORAGE_KEY.wishlist, null);
      writeStored(STORAGE_KEY.viewed, null);
    }
    writeStored(STORAGE_KEY.session, null);
    setSession(null);
    setCustomer(null);
  }, []);
  useEffect(() => {
    const renew = async (): Promise<void> => {
      if (!readSession()) return setCustomer(null);
      const { renewSession } = await import("./renew-session.ts");
      const outcome = await renewSession(() => readSession()?.token ?? null, open);
      if (outcome === "ended") close("ended");
      if (outcome === "unknown") setCustomer(null);
    };
    // As a transition: an urgent change of this context would make React hydrate the rest of the page at once.
    startTransition(() => {
      setSession(readSession());
      void renew().catch(() => setCustomer(null));
    });
    const syncWithOtherTab = (event: StorageEvent): void => {
      if (event.key !== STORAGE_KEY.session) return;
      const storedSession = readSession();
      setSession((current) => {
        // After a sign-out or the sign-in of another customer, the loaded customer does not belong to the session.
        if (current?.customerId !== storedSession?.customerId) {
          setCustomer(undefined);
          void renew().catch(() => setCustomer(null));
        }
        return storedSession;
      });
    };
    addEventListener("storage", syncWithOtherTab);
    return () => removeEventListener("storage", syncWithOtherTab);
  }, [open, close]);
  const state = useMemo(
    () => ({ session, customer, open, updateCustomer: setCustomer, close, endReason }),
    [session, customer, open, close, endReason],
  );
  return <SessionContext value={state}>{children}</SessionContext>;
}

function readSession(): BrowserSession | null {
  try {
    const storedSession = JSON.parse(readStored(STORAGE_KEY.session) ?? "null") as BrowserSession | null;
    return storedSession?.token && storedSession.customerId ? storedSession : null;
  } catch {
    return null;
  }
}
