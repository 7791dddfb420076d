import { useEffect, useRef, useState, type RefObject } from "react";
import { useNavigation, useSubmit } from "react-router";
import { signal, unlockSound } from "../../../ui/signal.ts";
import type { NumberedReading } from "../../kit/scan/use-code-queue.ts";
import type { OrderResult } from "./new-order-screen.tsx";

/**
 * Sends the form once for each scanned code, the next one only after the answer to the one before is on the page: the form
 * has the pieces of each line, and an old one would undo what was just added.
 */
export function useOrderScanner(form: RefObject<HTMLFormElement | null>, result: OrderResult) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const sentAt = useRef<OrderResult | null>(null);
  const [reading, setReading] = useState<NumberedReading | null>(null);
  const { state } = useNavigation();
  const submit = useSubmit();

  useEffect(() => {
    const read = result.reading;
    if (!read) return;
    setReading((previous) => ({ ...read, number: (previous?.number ?? 0) + 1 }));
    if (read.tone !== "info") signal(read.tone === "success");
  }, [result]);

  useEffect(() => {
    const [code, ...rest] = codes;
    if (code === undefined || state !== "idle" || sentAt.current === result || !form.current) return;
    sentAt.current = result;
    const fields = new FormData(form.current);
    fields.set("q", code);
    fields.set("intent", "scan");
    setCodes(rest);
    void submit(fields, { method: "post" });
  }, [codes, state, result, form, submit]);

  const scan = (code: string): void => {
    unlockSound();
    setCodes((waiting) => [...waiting, code]);
  };
  return { reading, scan };
}
