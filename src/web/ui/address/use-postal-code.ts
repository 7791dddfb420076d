import { useEffect, useState } from "react";
import { call, type AnswerOf } from "../../client.ts";

export type Place = AnswerOf<"getPostalCode">;

/** The place of a complete postal code; undefined while it is loading, null if it is unknown or the request failed. */
export function usePostalCode(code: string): Place | null | undefined {
  const [answer, setAnswer] = useState<{ code: string; place: Place | null } | null>(null);
  useEffect(() => {
    if (!/^\d{5}$/.test(code)) return;
    const abort = new AbortController();
    void call("getPostalCode", { params: { code }, signal: abort.signal }).then((outcome) => {
      if (!abort.signal.aborted) setAnswer({ code, place: outcome.ok ? outcome.data : null });
    });
    return () => abort.abort();
  }, [code]);
  return answer?.code === code ? answer.place : undefined;
}
