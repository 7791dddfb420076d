import { useEffect, useState } from "react";
import { call, type AnswerOf } from "../../client.ts";

/** The state, the city and the neighbourhoods of a postal code. */
export type PostalArea = AnswerOf<"getPostalCode">;

/**
 * The area of a postal code. Undefined while the code is incomplete or the area is loading. Null if it is unknown or
 * the request failed.
 */
export function usePostalArea(code: string): PostalArea | null | undefined {
  const [answer, setAnswer] = useState<{ code: string; area: PostalArea | null } | null>(null);
  useEffect(() => {
    if (!/^\d{5}$/.test(code)) return;
    const abort = new AbortController();
    void call("getPostalCode", { params: { code }, signal: abort.signal }).then((outcome) => {
      if (!abort.signal.aborted) setAnswer({ code, area: outcome.ok ? outcome.data : null });
    });
    return () => abort.abort();
  }, [code]);
  return answer?.code === code ? answer.area : undefined;
}
