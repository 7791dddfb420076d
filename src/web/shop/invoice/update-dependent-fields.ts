import { offeredRegimes, offeredUses } from "../../../domain/invoice-receiver.ts";
import { FOREIGN_RFC, isGenericRfc, normalizeRfc } from "../../../domain/rfc.ts";
import type { ReceiverDraft } from "./draft.ts";

/**
 * Updates the fields that depend on the RFC or the regime. A regime or use that is not offered is cleared, or replaced
 * if only one is offered. The country and the tax id are cleared unless the RFC is the one of customers who live
 * abroad. A generic RFC needs the shop's postal code (`shopPostalCode`), which replaces the typed one.
 */
export function updateDependentFields(receiver: ReceiverDraft, shopPostalCode: string): ReceiverDraft {
  const fiscalReg = chooseOfferedCode(offeredRegimes(receiver.rfc), receiver.fiscalReg);
  return {
    ...receiver,
    ...(normalizeRfc(receiver.rfc) !== FOREIGN_RFC && { country: "", taxId: "" }),
    postalCode: isGenericRfc(normalizeRfc(receiver.rfc)) ? shopPostalCode : receiver.postalCode,
    fiscalReg,
    usoCFDI: chooseOfferedCode(offeredUses(receiver.rfc, fiscalReg), receiver.usoCFDI),
  };
}

function chooseOfferedCode(offeredEntries: readonly { code: string }[], chosenCode: string): string {
  if (offeredEntries.some(({ code }) => code === chosenCode)) return chosenCode;
  return offeredEntries.length === 1 ? offeredEntries[0]!.code : "";
}
