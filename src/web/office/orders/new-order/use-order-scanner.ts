import { useEffect, useRef, useState, type RefObject } from "react";
import { useNavigation, useSubmit } from "react-router";
import { giveScanFeedback, unlockSound } from "../../../ui/scan-feedback.ts";
import type { NumberedCodeResult } from "../../kit/scan/use-code-queue.ts";
import type { SubmitResult } from "./new-order-screen.tsx";

/**
 * Submits the form once for each scanned code. It waits until the result of the previous code is on the page, because
 * the form contains the pieces of each line, and an outdated form would undo the previous addition.
 */
export function useOrderScanner(form: RefObject<HTMLFormElement | null>, result: SubmitResult) {
  const [queuedCodes, setCodes] = useState<readonly string[]>([]);
  const resultAtSubmit = useRef<SubmitResult | null>(null);
  const [codeResult, setCodeResult] = useState<NumberedCodeResult | null>(null);
  const { state } = useNavigation();
  const submit = useSubmit();

  useEffect(() => {
    const newResult = result.codeResult;
    if (!newResult) return;
    setCodeResult((current) => ({ ...newResult, number: (current?.number ?? 0) + 1 }));
    if (newResult.tone !== "info") giveScanFeedback(newResult.tone === "success");
  }, [result]);

  useEffect(() => {
    const [code, ...remainingCodes] = queuedCodes;
    if (code === undefined || state !== "idle" || resultAtSubmit.current === result || !form.current) return;
    resultAtSubmit.current = result;
    const fields = new FormData(form.current);
    fields.set("q", code);
    fields.set("intent", "scan");
    setCodes(remainingCodes);
    void submit(fields, { method: "post" });
  }, [queuedCodes, state, result, form, submit]);

  const scan = (code: string): void => {
    unlockSound();
    setCodes((current) => [...current, code]);
  };
  return { codeResult, scan };
}
