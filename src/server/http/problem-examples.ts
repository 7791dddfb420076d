import { PROBLEM } from "../../contract/examples/problem.ts";
import type { Problem } from "../../contract/problem.ts";
import { COMMON_PROBLEMS, PROBLEM_TITLES } from "./problems.ts";
import { REFUSALS, refusalSentence, type WireRefusalName } from "./refusals.ts";

/** The values of the placeholders in the sentences of the examples. */
const NUMBERS = { pieces: 60, lines: 30, orders: 3 };
const TEXTS: Record<string, string> = { day: "31 de diciembre de 2026", rfc: "LOG…K5" };

/** The status and a sentence of the codes that are not refusals of a use case. */
const STATUS_AND_DETAIL: Record<string, readonly [status: number, detail: string]> = {
  ...COMMON_PROBLEMS,
  VALIDATION_FAILED: [PROBLEM.status, PROBLEM.detail],
};

/** An example of a problem with this code. Throws for an unknown code. */
export function problemExample(code: string): Problem {
  const refusalName = (Object.keys(REFUSALS) as WireRefusalName[]).find((name) => REFUSALS[name][1] === code);
  const statusAndDetail = STATUS_AND_DETAIL[code];
  if (!statusAndDetail && !refusalName) throw new Error(`no example for ${code}`);
  const [status, detail] = statusAndDetail ?? [REFUSALS[refusalName!][0], toSentence(refusalName!)];
  const errors = code === "VALIDATION_FAILED" ? { errors: [{ path: "phone", message: detail }] } : {};
  return { type: "about:blank", title: PROBLEM_TITLES[status]!, status, code, detail, ...errors };
}

function toSentence(refusalName: WireRefusalName): string {
  return refusalSentence({ refused: refusalName, ...NUMBERS }).replaceAll(
    /\{(\w+)\}/g,
    (name, key: string) => TEXTS[key] ?? name,
  );
}
