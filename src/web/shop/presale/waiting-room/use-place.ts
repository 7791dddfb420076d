import { useEffect, useState } from "react";
import { STORAGE_KEY } from "../../../state/storage.ts";
import { pollQueueStatus, type RoomPlace } from "./room-client.ts";

/** Problem codes that end the wait: the room or the visitor's place no longer exists, or the code is not valid. */
const ENDING_CODES = new Set(["ROOM_PLACE_NOT_FOUND", "ROOM_CLOSED", "CODE_INVALID"]);

/** The pause after a failed poll. It is varied at random, so that many browsers do not retry at the same time. */
const RETRY_SECONDS = 4;

interface QueueState {
  place: RoomPlace;
  /** Whether the last poll failed: no network, or an overloaded shop. The place is stored on the server. */
  hasPollFailed: boolean;
}

/**
 * Polls the visitor's place at the interval that the server sets, and immediately when the page becomes visible, the
 * network returns or another tab changes the visitor's secret. Calls `onLeave` when it is the visitor's turn, or with
 * the reason why the wait has ended otherwise.
 */
export function usePlace(presaleId: string, initialPlace: RoomPlace, onLeave: (reason?: string) => void): QueueState {
  const [queueState, setQueueState] = useState<QueueState>({ place: initialPlace, hasPollFailed: false });
  useEffect(() => {
    const abort = new AbortController();
    let timer = 0;
    const schedulePoll = (seconds: number): void => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void poll(), seconds * 1_000);
    };
    const poll = async (): Promise<void> => {
      clearTimeout(timer);
      const outcome = await pollQueueStatus(presaleId, abort.signal);
      if (abort.signal.aborted) return;
      if (!outcome.ok && !ENDING_CODES.has(outcome.problem.code)) {
        setQueueState((current) => ({ ...current, hasPollFailed: true }));
        return schedulePoll(RETRY_SECONDS * (0.75 + Math.random()));
      }
      if (!outcome.ok) return onLeave(outcome.problem.detail);
      if (outcome.data.state === "ADMITTED") return onLeave();
      setQueueState({ place: outcome.data, hasPollFailed: false });
      schedulePoll(outcome.data.pollSeconds);
    };
    const pollIfVisible = (): void => void (document.visibilityState === "visible" && poll());
    const pollIfSecretChanged = (event: StorageEvent): void => void (event.key === STORAGE_KEY.visitor && poll());
    schedulePoll(initialPlace.pollSeconds);
    document.addEventListener("visibilitychange", pollIfVisible);
    addEventListener("online", pollIfVisible);
    addEventListener("storage", pollIfSecretChanged);
    return () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", pollIfVisible);
      removeEventListener("online", pollIfVisible);
      removeEventListener("storage", pollIfSecretChanged);
    };
  }, [presaleId, initialPlace, onLeave]);
  return queueState;
}
