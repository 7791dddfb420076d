import { useState } from "react";
import { call } from "../../client.ts";
import { useIdempotencyKey } from "../use-idempotency-key.ts";
import type { LineDraft } from "./line-fields.tsx";
import type { OrderAuthorization } from "./route.tsx";

interface Options {
  orderId: string;
  auth: OrderAuthorization;
  onRequested: (number: number) => Promise<void>;
}

/** Sends a customer's request for a return. Each missing value gets an error message at its field. */
export function useReturnRequest({ orderId, auth, onRequested }: Options) {
  const idempotencyKeyOf = useIdempotencyKey();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [errorsByPath, setErrorsByPath] = useState<Readonly<Record<string, string>>>({});
  const submit = async ({ lines, note, clabe }: { lines: readonly LineDraft[]; note: string; clabe: string }) => {
    const newErrors = findErrors(lines);
    setErrorsByPath(newErrors);
    setFailure(undefined);
    if (Object.keys(newErrors).length > 0) return;
    setBusy(true);
    const body = {
      lines: lines.map(({ attributeId, quantity, reason, wish, newAttributeId }) => ({
        attributeId,
        quantity,
        reason: reason || ("OTHER" as const),
        wish,
        newAttributeId: wish === "EXCHANGE" ? newAttributeId : null,
      })),
      note,
      clabe,
    };
    const outcome = await call("askForReturn", {
      params: { id: orderId },
      query: auth.query,
      token: auth.token,
      body,
      idempotencyKey: idempotencyKeyOf(body),
    });
    if (outcome.ok) await onRequested(outcome.data.return.number);
    else {
      const errors = outcome.problem.errors ?? [];
      setErrorsByPath(Object.fromEntries(errors.map(({ path, message }) => [path, message])));
      setFailure(errors.some(({ path }) => path === "clabe") ? "Revisa lo marcado" : outcome.problem.detail);
    }
    setBusy(false);
  };
  /** The errors of a line, by its index in the request. A negative index returns all errors, by path. */
  const errorsOfLine = (index: number): Readonly<Record<string, string>> => {
    if (index < 0) return errorsByPath;
    const prefix = `lines.${index}.`;
    const lineErrors = Object.entries(errorsByPath).filter(([path]) => path.startsWith(prefix));
    return Object.fromEntries(lineErrors.map(([path, message]) => [path.slice(prefix.length), message]));
  };
  return { busy, failure, errorsOfLine, submit };
}

function findErrors(lines: readonly LineDraft[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [index, { reason, wish, newAttributeId }] of lines.entries()) {
    if (!reason) errors[`lines.${index}.reason`] = "Elige un motivo";
    if (wish === "EXCHANGE" && !newAttributeId) errors[`lines.${index}.newAttributeId`] = "Elige la talla que quieres";
  }
  return errors;
}
