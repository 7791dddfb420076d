import type { Pac } from "../adapters/pac/pac.ts";
import type { App } from "../app.ts";
import type { Invoice } from "./queries.ts";

/**
 * The PAC that a document began with: only that one knows whether it stamped the document. It is the shop's PAC, or the
 * one before a change (`PAC_PREVIOUS_…`). Undefined if its account is not configured any more: the document waits.
 */
export function pacOf(
  { pac, previousPac }: Pick<App, "pac" | "previousPac">,
  { provider }: Pick<Invoice, "provider">,
): Pac | undefined {
  return [pac, previousPac].find((known) => known?.key === provider) ?? undefined;
}

/** How people know each PAC. */
export const PAC_NAME: Record<Pac["key"], string> = { sw: "SW sapien", finkok: "Finkok" };

/**
 * The name of the PAC that a document waits for, because its account is not configured any more. Null if the document
 * waits for nothing, or its PAC is known.
 */
export function missingPacOf(
  app: Pick<App, "pac" | "previousPac">,
  invoice: Pick<Invoice, "provider" | "state" | "isCancelOpen">,
): string | null {
  const isUnderWay = invoice.state === "stamping" || invoice.isCancelOpen;
  if (!isUnderWay || pacOf(app, invoice)) return null;
  return PAC_NAME[invoice.provider as Pac["key"]] ?? invoice.provider;
}
