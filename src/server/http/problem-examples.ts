import { PROBLEM } from "../../contract/examples/problem.ts";
import type { Problem } from "../../contract/problem.ts";
import { COMMON_PROBLEMS, TITLES } from "./problems.ts";
import { REFUSALS, refusalSentence, type RefusalCode } from "./refusals.ts";

/** What a sentence names in braces, as the examples have it. */
const FIGURES = { pieces: 60, lines: 30, orders: 3 };
const FACTS: Record<string, string> = { day: "31 de diciembre de 2026", rfc: "LOG…K5" };

/** Of codes that no use case refuses with: the status and a sentence. */
const COMMON: Record<string, readonly [status: number, detail: string]> = {
  ...COMMON_PROBLEMS,
  VALIDATION_FAILED: [PROBLEM.status, PROBLEM.detail],
};

/** An example of the problem of each code that the documentation names. Throws for a code that nothing answers with. */
export function problemExample(code: string): Problem {
  const refused = (Object.keys(REFUSALS) as RefusalCode[]).find((name) => REFUSALS[name][1] === code);
  const common = COMMON[code];
  if (!common && !refused) throw new Error(`no example for ${code}`);
  const [status, detail] = common ?? [REFUSALS[refused!][0], sentence(refused!)];
  const errors = code === "VALIDATION_FAILED" ? { errors: [{ path: "phone", message: detail }] } : {};
  return { type: "about:blank", title: TITLES[status]!, status, code, detail, ...errors };
}

function sentence(refused: RefusalCode): string {
  return refusalSentence({ refused, ...FIGURES }).replaceAll(/\{(\w+)\}/g, (name, key: string) => FACTS[key] ?? name);
}
