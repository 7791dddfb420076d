import { useCallback, useEffect, useRef, useState } from "react";
import { signal, unlockSound } from "../../../ui/signal.ts";

/** What a code did, for staff who look at the goods and not at the screen. */
export interface Reading {
  tone: "success" | "info" | "error";
  text: string;
}

/** A reading with the code, and a number that tells two equal readings apart. */
export interface NumberedReading extends Reading {
  code: string;
  number: number;
}

const FAILED: Reading = {
  tone: "error",
  text: "No se pudo buscar el código. Revisa tu conexión e inténtalo de nuevo: lo demás sigue aquí.",
};

/** Waits in milliseconds before a lookup without an answer is tried again: a warehouse has corners without a signal. */
const RETRY_AFTER_MS = [300, 1_000, 3_000];

async function handleAgain(handle: () => Promise<Reading> | Reading): Promise<Reading> {
  for (const wait of RETRY_AFTER_MS) {
    try {
      return await handle();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return FAILED;
}

/**
 * Handles codes one after the other, in the order in which they were scanned: a scanner is faster than a lookup. Each
 * reading is announced and sounds.
 */
export function useCodeQueue(onCode: (code: string) => Promise<Reading> | Reading) {
  const [reading, setReading] = useState<NumberedReading | null>(null);
  const last = useRef<Promise<void>>(Promise.resolve());
  const handler = useRef(onCode);
  useEffect(() => void (handler.current = onCode), [onCode]);

  const announce = useCallback((code: string, read: Reading) => {
    setReading((previous) => ({ ...read, code, number: (previous?.number ?? 0) + 1 }));
    if (read.tone !== "info") signal(read.tone === "success");
  }, []);
  const scan = useCallback(
    (code: string) => {
      unlockSound();
      last.current = last.current.then(async () => {
        announce(code, await handleAgain(() => handler.current(code)));
      });
    },
    [announce],
  );
  return { reading, scan, announce };
}
