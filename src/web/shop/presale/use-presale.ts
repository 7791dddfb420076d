import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { call, type AnswerOf } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useCart, type Deadline } from "../../state/cart.tsx";
import { readStored, STORAGE_KEY, writeStored } from "../../state/storage.ts";
import type { RoomPlace } from "./waiting-room/room-client.ts";
import type { PresaleProduct } from "./presale-product.ts";

type Presale = AnswerOf<"refreshCode">["presale"];

/** What the visitor sees of a presale that is open to them. */
export interface OpenPresale {
  presale: Presale;
  products: PresaleProduct[];
  /** Until when pieces may be added, in a presale with a waiting room. */
  turnDeadline: Deadline | null;
}

/** A visit to the waiting room: before the opening or the visitor's turn, after their turn, or with all pieces sold. */
interface RoomVisit {
  presale: Presale;
  place: RoomPlace;
}

/** The history state of a redirect to the page of the access code. */
export interface AccessCodeRedirect {
  /** Why the code is no longer valid, as text. */
  reason?: string;
}

export interface PresaleVisit {
  sale: OpenPresale | null;
  roomVisit: RoomVisit | null;
  error: string | null;
  /** `reason` is the text to show on the page of the access code, if the code is no longer stored. */
  retry: (reason?: string) => void;
}

/**
 * The presale that the stored code opens, or, while it is not the visitor's turn, their place in its waiting room. The
 * code is checked again on entry (rule PRESALE-2). Without a valid code the visitor is redirected to the page of the
 * access code. `error` is the text of any other failure.
 */
export function usePresale(): PresaleVisit {
  const navigate = useNavigate();
  const { refresh: refreshCart } = useCart();
  const [visit, setVisit] = useState<Omit<PresaleVisit, "retry">>(INITIAL_VISIT);
  const [retryRequest, setRetryRequest] = useState<{ reason?: string }>({});
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const handleProblem = (problem: { code: string; detail: string }): void => {
      if (problem.code !== "CODE_INVALID") return setVisit((current) => ({ ...current, error: problem.detail }));
      writeStored(STORAGE_KEY.accessCode, null);
      void navigate(paths.presaleAccessCode, {
        replace: true,
        state: { reason: problem.detail } satisfies AccessCodeRedirect,
      });
    };
    const enter = async (): Promise<void> => {
      const code = readStored(STORAGE_KEY.accessCode);
      if (!code)
        return void navigate(paths.presaleAccessCode, {
          replace: true,
          state: { reason: retryRequest.reason } satisfies AccessCodeRedirect,
        });
      const codeOutcome = await call("refreshCode", { body: { code }, signal });
      if (signal.aborted) return;
      if (!codeOutcome.ok) return handleProblem(codeOutcome.problem);
      const { presale } = codeOutcome.data;
      let turn: Deadline | null = null;
      if (presale.room) {
        const { deadlineOf, joinRoom } = await import("./waiting-room/room-client.ts");
        const joinOutcome = await joinRoom(false, signal);
        if (signal.aborted) return;
        if (!joinOutcome.ok) return handleProblem(joinOutcome.problem);
        const place = joinOutcome.data;
        if (!place.grantEndsOn) return setVisit({ sale: null, roomVisit: { presale, place }, error: null });
        turn = deadlineOf(place.grantEndsOn, place.serverNow);
        // The turn belongs to the cart that used it first. If the response that created that cart was lost, the browser
        // does not have its id yet.
        if (place.cart && !readStored(STORAGE_KEY.cartId)) {
          writeStored(STORAGE_KEY.cartId, place.cart);
          void refreshCart();
        }
      }
      const listOutcome = await call("listPresale", { signal });
      if (signal.aborted) return;
      if (!listOutcome.ok) return handleProblem(listOutcome.problem);
      setVisit({ sale: { presale, products: listOutcome.data, turnDeadline: turn }, roomVisit: null, error: null });
    };
    void enter();
    return () => abort.abort();
  }, [navigate, refreshCart, retryRequest]);
  const retry = useCallback((reason?: string) => {
    setVisit((current) => ({ ...current, error: null }));
    setRetryRequest({ reason });
  }, []);
  return { ...visit, retry };
}

const INITIAL_VISIT = { sale: null, roomVisit: null, error: null };
