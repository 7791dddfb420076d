import type { Pac } from "../adapters/pac/pac.ts";
import type { App } from "../app.ts";
import type { Invoice } from "./queries.ts";

/**
 * The PAC that a document was first sent to: only that PAC knows whether it stamped the document. It is the shop's
 * current PAC, or the previous one (`PAC_PREVIOUS_…`). Undefined if its account is no longer configured. Then the
 * document stays pending.
 */
export function pacOf(
  { pac, previousPac }: Pick<App, "pac" | "previousPac">,
  { provider }: Pick<Invoice, "provider">,
): Pac | undefined {
  return [pac, previousPac].find((candidate) => candidate?.key === provider) ?? undefined;
}

/** The name of each PAC, as staff see it. */
export const PAC_NAME: Record<Pac["key"], string> = { sw: "SW sapien", finkok: "Finkok" };

/**
 * The name of a pending document's PAC, if the account at that PAC is no longer configured. Null if nothing is
 * pending, or the account is configured.
 */
export function missingPacNameOf(
  app: Pick<App, "pac" | "previousPac">,
  invoice: Pick<Invoice, "provider" | "state" | "isCancelOpen">,
): string | null {
  const isPending = invoice.state === "stamping" || invoice.isCancelOpen;
  if (!isPending || pacOf(app, invoice)) return null;
  return PAC_NAME[invoice.provider as Pac["key"]] ?? invoice.provider;
}
