import { useCallback, useEffect, useRef, useState } from "react";
import { giveScanFeedback, unlockSound } from "../../../ui/scan-feedback.ts";

/** The result of a scanned code. Success and error also have a sound, for staff who do not look at the screen. */
export interface CodeResult {
  tone: "success" | "info" | "error";
  text: string;
}

/** A result with its code, and a number that distinguishes equal results. */
export interface NumberedCodeResult extends CodeResult {
  code: string;
  number: number;
}

const FAILED_RESULT: CodeResult = {
  tone: "error",
  text: "No se pudo buscar el código. Revisa tu conexión e inténtalo de nuevo: lo demás sigue aquí.",
};

/**
 * Handles codes one after the other, in the order in which they were scanned, because a scanner is faster than a
 * lookup. Each result is announced. With an empty code, `announce` shows a result that does not come from a scan.
 */
export function useCodeQueue(onCode: (code: string) => Promise<CodeResult> | CodeResult) {
  const [codeResult, setCodeResult] = useState<NumberedCodeResult | null>(null);
  const lastTask = useRef<Promise<void>>(Promise.resolve());
  const handler = useRef(onCode);
  useEffect(() => void (handler.current = onCode), [onCode]);

  const announce = useCallback((code: string, result: CodeResult) => {
    setCodeResult((current) => ({ ...result, code, number: (current?.number ?? 0) + 1 }));
    if (result.tone !== "info") giveScanFeedback(result.tone === "success");
  }, []);
  const scan = useCallback(
    (code: string) => {
      unlockSound();
      lastTask.current = lastTask.current.then(async () => {
        const result = await Promise.resolve(handler.current(code)).catch(() => FAILED_RESULT);
        announce(code, result);
      });
    },
    [announce],
  );
  return { codeResult, scan, announce };
}
