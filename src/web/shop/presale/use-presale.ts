import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { call, type AnswerOf } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useCart, type Deadline } from "../../state/cart.tsx";
import { readStored, STORED, writeStored } from "../../state/storage.ts";
import type { RoomPlace } from "./waiting-room/room-client.ts";
import type { PresaleProduct } from "./to-card.ts";

type Presale = AnswerOf<"refreshCode">["presale"];

interface OpenPresale {
  presale: Presale;
  products: PresaleProduct[];
  /** Until when pieces may be added, in a presale with a waiting room. */
  turn: Deadline | null;
}

/** The visitor's turn has not come yet, or is over. */
interface Waiting {
  presale: Presale;
  place: RoomPlace;
}

/** What the page of the access code is passed on a redirect to it. */
export interface SentBack {
  /** The sentence why the code is no longer valid. */
  why?: string;
}

export interface PresaleVisit {
  open: OpenPresale | null;
  waiting: Waiting | null;
  error: string | null;
  /** `why`: the sentence to show on the page of the access code if the code is no longer stored. */
  retry: (why?: string) => void;
}

/**
 * The presale that the stored code opens, checked again on entry (rule PRESALE-2); or, with a waiting room, the
 * visitor's place in it. Without a valid code the visitor is redirected to the page of the access code. Other failures
 * are a sentence, and can be tried again.
 */
export function usePresale(): PresaleVisit {
  const navigate = useNavigate();
  const { refresh: refreshCart } = useCart();
  const [visit, setVisit] = useState<Omit<PresaleVisit, "retry">>(NOTHING_YET);
  const [round, setRound] = useState<{ why?: string }>({});
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const refuse = (problem: { code: string; detail: string }): void => {
      if (problem.code !== "CODE_INVALID") return setVisit((known) => ({ ...known, error: problem.detail }));
      writeStored(STORED.accessCode, null);
      void navigate(paths.presaleAccessCode, { replace: true, state: { why: problem.detail } satisfies SentBack });
    };
    const enter = async (): Promise<void> => {
      const code = readStored(STORED.accessCode);
      if (!code)
        return void navigate(paths.presaleAccessCode, { replace: true, state: { why: round.why } satisfies SentBack });
      const refreshed = await call("refreshCode", { body: { code }, signal });
      if (signal.aborted) return;
      if (!refreshed.ok) return refuse(refreshed.problem);
      const { presale } = refreshed.data;
      let turn: Deadline | null = null;
      if (presale.room) {
        const { deadlineOf, joinRoom } = await import("./waiting-room/room-client.ts");
        const joined = await joinRoom(false, signal);
        if (signal.aborted) return;
        if (!joined.ok) return refuse(joined.problem);
        const place = joined.data;
        if (!place.grantEndsOn) return setVisit({ open: null, waiting: { presale, place }, error: null });
        turn = deadlineOf(place.grantEndsOn, place.serverNow);
        // The answer that created the cart was lost: the turn belongs to that cart, so the cart is read here.
        if (place.cart && !readStored(STORED.cartId)) {
          writeStored(STORED.cartId, place.cart);
          void refreshCart();
        }
      }
      const listed = await call("listPresale", { signal });
      if (signal.aborted) return;
      if (!listed.ok) return refuse(listed.problem);
      setVisit({ open: { presale, products: listed.data, turn }, waiting: null, error: null });
    };
    void enter();
    return () => stop.abort();
  }, [navigate, refreshCart, round]);
  const retry = useCallback((why?: string) => {
    setVisit((known) => ({ ...known, error: null }));
    setRound({ why });
  }, []);
  return { ...visit, retry };
}

const NOTHING_YET = { open: null, waiting: null, error: null };
