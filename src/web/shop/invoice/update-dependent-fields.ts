import { offeredRegimes, offeredUses } from "../../../domain/invoice-receiver.ts";
import { FOREIGN_RFC, isGenericRfc, normalizeRfc } from "../../../domain/rfc.ts";
import type { ReceiverDraft } from "./draft.ts";

/**
 * Updates the fields that depend on the RFC or the regime. A regime or use that is not offered is cleared, or replaced
 * if only one is offered. `shopPostalCode`: the shop's postal code, which the generic RFCs must have.
 */
export function updateDependentFields(typed: ReceiverDraft, shopPostalCode: string): ReceiverDraft {
  const fiscalReg = chooseOffered(offeredRegimes(typed.rfc), typed.fiscalReg);
  return {
    ...typed,
    ...(normalizeRfc(typed.rfc) !== FOREIGN_RFC && { country: "", taxId: "" }),
    postalCode: isGenericRfc(normalizeRfc(typed.rfc)) ? shopPostalCode : typed.postalCode,
    fiscalReg,
    usoCFDI: chooseOffered(offeredUses(typed.rfc, fiscalReg), typed.usoCFDI),
  };
}

function chooseOffered(offered: readonly { code: string }[], chosen: string): string {
  if (offered.some(({ code }) => code === chosen)) return chosen;
  return offered.length === 1 ? offered[0]!.code : "";
}
