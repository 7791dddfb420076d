import { useCallback, useEffect, useRef, useState } from "react";
import { giveScanFeedback, unlockSound } from "../../../ui/scan-feedback.ts";

/** The result of a scanned code. Success and error also have a sound, for staff who do not look at the screen. */
export interface Reading {
  tone: "success" | "info" | "error";
  text: string;
}

/** A reading with its code, and a number that distinguishes equal readings. */
export interface NumberedReading extends Reading {
  code: string;
  number: number;
}

const FAILED: Reading = {
  tone: "error",
  text: "No se pudo buscar el código. Revisa tu conexión e inténtalo de nuevo: lo demás sigue aquí.",
};

/**
 * Handles codes one after the other, in the order in which they were scanned, because a scanner is faster than a
 * lookup. Each reading is announced. `announce` shows a reading that no code caused.
 */
export function useCodeQueue(onCode: (code: string) => Promise<Reading> | Reading) {
  const [reading, setReading] = useState<NumberedReading | null>(null);
  const lastTask = useRef<Promise<void>>(Promise.resolve());
  const handler = useRef(onCode);
  useEffect(() => void (handler.current = onCode), [onCode]);

  const announce = useCallback((code: string, read: Reading) => {
    setReading((current) => ({ ...read, code, number: (current?.number ?? 0) + 1 }));
    if (read.tone !== "info") giveScanFeedback(read.tone === "success");
  }, []);
  const scan = useCallback(
    (code: string) => {
      unlockSound();
      lastTask.current = lastTask.current.then(async () => {
        const read = await Promise.resolve(handler.current(code)).catch(() => FAILED);
        announce(code, read);
      });
    },
    [announce],
  );
  return { reading, scan, announce };
}
