import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { call, type AnswerOf } from "../../client.ts";
import { paths } from "../../paths.ts";
import { readStored, STORED, writeStored } from "../../state/storage.ts";
import type { PresaleProduct } from "./to-card.ts";

interface OpenPresale {
  presale: AnswerOf<"refreshCode">["presale"];
  products: PresaleProduct[];
}

/** What the door is told by whoever is sent back to it. */
export interface SentBack {
  /** The sentence why the code opens nothing any more. */
  why?: string;
}

/**
 * The presale that the stored code opens, the code asked again on entry (spec §4). Without a code, or with one that opens
 * nothing any more, the way leads to the door; what else goes wrong is a sentence, and may be tried again.
 */
export function usePresale(): { open: OpenPresale | null; trouble: string | null; retry: () => void } {
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenPresale | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const toDoor = (why?: string): void =>
      void navigate(paths.presaleDoor, { replace: true, state: { why } satisfies SentBack });
    const enter = async (): Promise<void> => {
      const code = readStored(STORED.accessCode);
      if (!code) return toDoor();
      const [refreshed, listed] = await Promise.all([
        call("refreshCode", { body: { code }, signal }),
        call("listPresale", { signal }),
      ]);
      if (signal.aborted) return;
      const refused = [refreshed, listed].find((outcome) => !outcome.ok);
      if (refused && !refused.ok) {
        if (refused.problem.code !== "CODE_INVALID") return setTrouble(refused.problem.detail);
        writeStored(STORED.accessCode, null);
        return toDoor(refused.problem.detail);
      }
      if (refreshed.ok && listed.ok) setOpen({ presale: refreshed.data.presale, products: listed.data });
    };
    setTrouble(null);
    void enter();
    return () => stop.abort();
  }, [navigate, round]);
  return { open, trouble, retry: useCallback(() => setRound((n) => n + 1), []) };
}
