import type { KeyObject } from "node:crypto";

/** A sealed CFDI on its way to the tax authority. Tried again it is the same in every byte. */
export interface SealedInvoice {
  xml: string;
  /** Ours, one an attempt: the same again is never stamped twice. */
  attemptId: string;
}

/**
 * What came of asking for a stamp. `unknown`: nobody can say whether it was stamped (no answer, nonsense, an outage): the
 * same PAC is asked again with the same XML, never another one.
 */
export type StampAnswer =
  | { outcome: "stamped"; xml: string }
  /** `code`: SAT's or the PAC's, e.g. "CFDI40145"; `message` as it came, for staff. */
  | { outcome: "refused"; code: string; message: string }
  | { outcome: "unknown"; reason: string };

/** SAT's motives of cancellation: 01 errors with relation, 02 without, 03 did not take place, 04 in a global invoice. */
export type CancelMotive = "01" | "02" | "03" | "04";

export interface Cancellation {
  issuerRfc: string;
  receiverRfc: string;
  uuid: string;
  totalCents: number;
  /** The last eight characters of the seal, as SAT's status service wants them. */
  sealEnd: string;
  motive: CancelMotive;
  /** Of the CFDI that takes its place: with motive 01 alone. */
  replacedBy: string | null;
  /** The issuer's certificate, as it signs the request: DER, and the key as it is loaded. */
  signer: { certificate: Uint8Array; privateKey: KeyObject };
}

export type CancelAnswer =
  /** SAT has it; whether it is cancelled already is for `status` to say. `receipt`: the acuse, XML. */
  | { outcome: "received"; receipt: string }
  | { outcome: "refused"; code: string; message: string }
  | { outcome: "unknown"; reason: string };

/** What SAT says of a CFDI; `requested`: the receiver has three business days to refuse. */
export type InvoiceStanding =
  | { standing: "live" | "requested" | "cancelled" | "rejected" | "not_found" }
  | { standing: "unknown"; reason: string };

/**
 * Who stamps invoices (PAC). The seal is ours: the key never leaves. No call may be made inside a transaction, none throws
 * for what the provider does.
 */
export interface Pac {
  readonly key: "sw" | "finkok";
  readonly isSandbox: boolean;
  stamp(invoice: SealedInvoice): Promise<StampAnswer>;
  cancel(cancellation: Cancellation): Promise<CancelAnswer>;
  standing(
    of: Pick<Cancellation, "issuerRfc" | "receiverRfc" | "uuid" | "totalCents" | "sealEnd">,
  ): Promise<InvoiceStanding>;
}
