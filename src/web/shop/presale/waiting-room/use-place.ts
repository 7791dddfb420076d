import { useEffect, useState } from "react";
import { STORED } from "../../../state/storage.ts";
import { getQueueStatus, type RoomPlace } from "./room-client.ts";

/** What ends the wait in the waiting room: the visitor's turn, or the room or the place in it no longer exists. */
const GONE = new Set(["ROOM_PLACE_NOT_FOUND", "ROOM_CLOSED", "CODE_INVALID"]);

/** After a failure: a random part, so that browsers that failed at the same time do not retry at the same time. */
const AGAIN_SECONDS = 4;

interface Standing {
  place: RoomPlace;
  /** The last poll failed: no network, or an overloaded shop. The place is stored on the server. */
  isOffline: boolean;
}

/**
 * Polls as often as the server says, and immediately when the page is visible again or the network returns, until
 * `onLeave`: it is the visitor's turn, or there is nothing to wait for here, and why.
 */
export function usePlace(presaleId: string, initialPlace: RoomPlace, onLeave: (reason?: string) => void): Standing {
  const [standing, setStanding] = useState<Standing>({ place: initialPlace, isOffline: false });
  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const wait = (seconds: number): void => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void poll(), seconds * 1_000);
    };
    const poll = async (): Promise<void> => {
      clearTimeout(timer);
      const outcome = await getQueueStatus(presaleId, stop.signal);
      if (stop.signal.aborted) return;
      if (!outcome.ok && !GONE.has(outcome.problem.code)) {
        setStanding((known) => ({ ...known, isOffline: true }));
        return wait(AGAIN_SECONDS * (0.75 + Math.random()));
      }
      if (!outcome.ok) return onLeave(outcome.problem.detail);
      if (outcome.data.state === "ADMITTED") return onLeave();
      setStanding({ place: outcome.data, isOffline: false });
      wait(outcome.data.pollSeconds);
    };
    const pollIfVisible = (): void => void (document.visibilityState === "visible" && poll());
    const pollOnOtherTab = (event: StorageEvent): void => void (event.key === STORED.visitor && poll());
    wait(initialPlace.pollSeconds);
    document.addEventListener("visibilitychange", pollIfVisible);
    addEventListener("online", pollIfVisible);
    addEventListener("storage", pollOnOtherTab);
    return () => {
      stop.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", pollIfVisible);
      removeEventListener("online", pollIfVisible);
      removeEventListener("storage", pollOnOtherTab);
    };
  }, [presaleId, initialPlace, onLeave]);
  return standing;
}
