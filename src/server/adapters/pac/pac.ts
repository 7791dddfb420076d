import type { KeyObject } from "node:crypto";
import type { CancelMotive } from "../../../domain/invoice-state.ts";

/** A sealed CFDI on its way to the tax authority. Tried again it is the same in every byte. */
export interface SealedInvoice {
  xml: string;
  /** Ours, one an attempt: the same again is never stamped twice. */
  attemptId: string;
}

/**
 * What came of asking for a stamp. `unknown`: nobody can say whether it was stamped (no answer, nonsense, an outage, wrong
 * credentials): the same PAC is asked again with the same XML, never another one. After an `unknown` a refusal is proof that
 * there is no stamp only where it is about what the document says: "401" (72 hours), "304", "305" and "402" are about the day
 * on which it was asked.
 */
export type StampAnswer =
  | { outcome: "stamped"; xml: string }
  /** `code`: SAT's, e.g. "CFDI40145" or "402"; `message` in its words, for staff: it may name the receiver. */
  | { outcome: "refused"; code: string; message: string }
  /** `reason` has nothing of the document's in it: it may be logged. */
  | { outcome: "unknown"; reason: string };

/** A CFDI by what SAT knows it by. */
export interface StampedInvoice {
  issuerRfc: string;
  receiverRfc: string;
  uuid: string;
  totalCents: number;
  /** The last eight characters of the seal, as SAT's status service wants them. */
  sealEnd: string;
}

export interface Cancellation extends StampedInvoice {
  motive: CancelMotive;
  /** Of the CFDI that takes its place: with motive 01 alone. */
  replacedBy: string | null;
  /** The issuer's certificate, as it signs the request: DER, and the key as it is loaded. */
  signer: { certificate: Uint8Array; privateKey: KeyObject };
}

export type CancelAnswer =
  /** SAT has it, now or since before; whether it is cancelled already is for `standing` to say. `receipt`: the acuse, XML. */
  | { outcome: "received"; receipt: string }
  /** "203" another's, "205" not found (SAT may need two days to see a new one), "207" motive; or why the request is none. */
  | { outcome: "refused"; code: string; message: string }
  | { outcome: "unknown"; reason: string };

/**
 * What SAT says of a CFDI. `requested`: the receiver has three business days to refuse; `rejected`: the receiver did, and it
 * lives on.
 */
export type InvoiceStanding =
  | { standing: "live" | "requested" | "cancelled" | "rejected" | "not_found" }
  | { standing: "unknown"; reason: string };

/**
 * Who stamps invoices (PAC). The seal is ours: the key never leaves. No call may be made inside a transaction, none throws
 * for what the provider does.
 */
export interface Pac {
  readonly key: "sw" | "finkok";
  /** Its stamps are worth nothing: the stand-in's, or those of the provider's own test service. */
  readonly isSandbox: boolean;
  stamp(invoice: SealedInvoice): Promise<StampAnswer>;
  cancel(cancellation: Cancellation): Promise<CancelAnswer>;
  standing(of: StampedInvoice): Promise<InvoiceStanding>;
}
