import { refusalText, type RefusalName } from "../domain/refusal-text.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { CommandError } from "./console.ts";

/** The result of a use case. A refusal is thrown as the error of the command, with its own message if it has one. */
export function orThrow<Result>(result: Result | Refusal<RefusalName>): Exclude<Result, Refusal> {
  if (!isRefusal(result)) return result as Exclude<Result, Refusal>;
  const { message } = result as { message?: string };
  throw new CommandError(message ?? refusalText(result.refused as RefusalName, "staff"));
}
