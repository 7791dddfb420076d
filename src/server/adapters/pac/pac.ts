import type { KeyObject } from "node:crypto";
import type { CancelMotive } from "../../../domain/invoice-enums.ts";

/** A sealed CFDI to be stamped. A retry sends exactly the same bytes. */
export interface SealedInvoice {
  xml: string;
  /**
   * The shop's id of the attempt. SW never stamps two documents under one id: the second is refused with "CFDI3307".
   * Finkok has no such id.
   */
  attemptId: string;
}

/**
 * The result of a stamp request. `unknown`: the document may have been stamped (no answer, invalid answer, outage,
 * wrong credentials). The same PAC is called again with the same XML, never another PAC. After an `unknown`, a refusal
 * proves that there is no stamp only if it is about the document's content: "401" (72 hours), "304", "305" and "402"
 * are about the day of the request.
 */
export type StampAnswer =
  | { outcome: "stamped"; xml: string }
  /**
   * `code`: SAT's or the PAC's, e.g. "CFDI40145" or "402". `message`: the PAC's text, for staff. It may contain the
   * receiver's name.
   */
  | { outcome: "refused"; code: string; message: string }
  /** `reason` contains no data of the document and may be logged. */
  | { outcome: "unknown"; reason: string };

/** The fields by which SAT identifies a CFDI. */
export interface StampedInvoice {
  issuerRfc: string;
  receiverRfc: string;
  uuid: string;
  totalCents: number;
  /** The last eight characters of the seal, required by SAT's status service. */
  sealEnd: string;
}

export interface CancelRequest extends StampedInvoice {
  motive: CancelMotive;
  /** UUID of the CFDI that replaces it, only with motive 01. */
  replacedBy: string | null;
  /** The issuer's certificate (DER) and private key, which sign the request. */
  signer: { certificate: Uint8Array; privateKey: KeyObject };
}

export type CancelAnswer =
  /**
   * SAT has the request, now or from an earlier call. `getSatStatus` returns whether the CFDI is cancelled. `receipt`:
   * the acuse, XML. Null if the PAC returned none.
   */
  | { outcome: "received"; receipt: string | null }
  /**
   * `code`: "203" for another issuer's CFDI, "205" for one that is not found (SAT may need two days to list a new one),
   * "207" for a wrong motive, or a code about the request.
   */
  | { outcome: "refused"; code: string; message: string }
  | { outcome: "unknown"; reason: string };

/**
 * SAT's status of a CFDI. `requested`: the receiver has three business days to reject the cancellation. `rejected`: the
 * receiver rejected it, and the CFDI stays valid.
 */
export type SatStatus =
  | { status: "live" | "requested" | "cancelled" | "rejected" | "not_found" }
  | { status: "unknown"; reason: string };

/**
 * A provider that stamps invoices (PAC). The shop seals them: the private key is never sent. No method may be called
 * inside a transaction. None throws for the provider's failures.
 */
export interface Pac {
  readonly key: "sw" | "finkok";
  stamp(invoice: SealedInvoice): Promise<StampAnswer>;
  cancel(cancellation: CancelRequest): Promise<CancelAnswer>;
  getSatStatus(invoice: StampedInvoice): Promise<SatStatus>;
}
