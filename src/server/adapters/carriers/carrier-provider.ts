import type { Cents } from "../../../domain/money.ts";
import type { ParcelState } from "../../../domain/parcel.ts";

/** The sender or the recipient of a shipment. `state` is one of `STATE_NAMES`. */
export interface ShipmentAddress {
  name: string;
  phone: string;
  email: string | null;
  /** The street with its number in one text, as the customer or the shop wrote it. */
  street: string;
  neighborhood: string;
  city: string;
  state: string;
  postalCode: string;
  /** How to find the place. */
  notes: string;
}

export interface PackedBox {
  grams: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  /** The description of the content for the carrier. */
  content: string;
  /** The declared value. */
  declaredCents: Cents;
}

export interface Shipment {
  from: ShipmentAddress;
  to: ShipmentAddress;
  box: PackedBox;
}

/** A service of a carrier at a price: carrier `fedex`, service `ground`. */
export interface CarrierQuote {
  carrier: string;
  service: string;
  /** What staff read: "FedEx Nacional Económico". */
  label: string;
  priceCents: Cents;
  /** The duration in calendar days. Null if the carrier does not state it as a number. */
  days: number | null;
  /** The provider's id of this price, if a purchase must contain it. It is valid for a day. */
  rateId?: string;
}

/** A label to buy. */
export interface LabelToBuy extends Shipment {
  carrier: string;
  service: string;
  /**
   * Unique for each purchase. It is printed beside the sender's name, and identifies a purchase whose answer was lost
   * (decision 67).
   */
  reference: string;
  /** The quote at which the label is bought. */
  rate?: { id: string; priceCents: Cents };
}

export interface BoughtLabel {
  guide: string;
  /** The provider's own id, if it has one. */
  providerId?: string;
  /** The URL of the label's PDF. Null if the answer has none. */
  labelUrl: string | null;
  /** The charged price. Null if it is unknown or not in pesos. */
  chargedCents: Cents | null;
}

/** Why the provider refuses. Only the message explains `other`. */
export const CARRIER_REFUSALS = [
  "bad_credentials",
  "no_balance",
  "wrong_postal_code",
  "street_too_long",
  "no_service",
  "other",
] as const;
export type CarrierRefusal = (typeof CARRIER_REFUSALS)[number];

export interface RefusedOutcome {
  outcome: "refused";
  reason: CarrierRefusal;
  /** The provider's text. If it sent none, or the adapter itself refused, the adapter's text, such as `HTTP 401`. */
  message: string;
}

/**
 * The call has no usable answer: none arrived, it cannot be read, or the provider refused it
 * because of too many requests. After a failed purchase nothing was bought, and it may be retried.
 */
export interface FailedOutcome {
  outcome: "failed";
  /** Without any of the sent data. */
  reason: string;
  /** The delay that the provider asked for (`Retry-After`). */
  waitMs?: number;
}

/** A purchase was sent, and it is unknown whether it was made. It must be looked up before it is retried. */
export interface UnknownOutcome {
  outcome: "unknown";
  reason: string;
  /** The provider's id of a purchase that it has accepted and not finished. */
  providerId?: string;
}

/** Identifies a purchase to look up. */
export interface PurchaseLookup {
  reference: string;
  providerId: string | null;
  /** When the purchase was sent. Older shipments need not be searched. */
  sentAt: Date;
  now: Date;
}

/** The provider abandoned a purchase that it had begun: nothing is charged, and it may be retried. */
export interface UndoneOutcome {
  outcome: "undone";
  reason: CarrierRefusal;
  message: string;
}

export interface LabelToCancel {
  carrier: string;
  guide: string;
  providerId: string | null;
}

export interface TrackedGuide {
  guide: string;
  /** Null for a status that does not move the parcel, such as a created label, and for an unknown status. */
  state: Exclude<ParcelState, "PACKED" | "HANDED_OVER"> | null;
  /** The carrier's own text. */
  status: string;
  /** When the parcel got this status. Null if the carrier does not state it. */
  at: Date | null;
}

/** How long a call may take, depending on whether a customer or a job waits for it. */
export type TimeoutClass = "interactive" | "job";

export const PROVIDER_KEYS = ["envia", "skydropx"] as const;
export type ProviderKey = (typeof PROVIDER_KEYS)[number];

/**
 * An account at a company that sells labels of carriers. Failures of the company or the network are returned, not
 * thrown.
 */
export interface CarrierProvider {
  readonly key: ProviderKey;
  /** The timeout of a quote for staff. It is longer if the provider needs more time than a customer waits. */
  readonly staffTimeoutClass: TimeoutClass;
  /** The services of one carrier, cheapest first. */
  quote(
    shipment: Shipment,
    carrier: string,
    timeoutClass: TimeoutClass,
  ): Promise<{ outcome: "quoted"; quotes: CarrierQuote[] } | RefusedOutcome | FailedOutcome>;
  buy(
    purchase: LabelToBuy,
  ): Promise<({ outcome: "bought" } & BoughtLabel) | RefusedOutcome | FailedOutcome | UnknownOutcome>;
  /**
   * Looks up a purchase that was sent. If the provider has not finished it, the outcome is `failed`, and it is looked
   * up again.
   */
  findPurchase(
    lookup: PurchaseLookup,
  ): Promise<
    ({ outcome: "bought" } & BoughtLabel) | { outcome: "absent" } | UndoneOutcome | RefusedOutcome | FailedOutcome
  >;
  /** Cancels a label whose parcel the carrier has not received. Succeeds for a label that is already cancelled. */
  cancel(label: LabelToCancel): Promise<{ outcome: "cancelled" } | RefusedOutcome | FailedOutcome>;
  /** The state of each guide that the provider knows. Unknown guides are omitted. */
  track(
    guides: readonly { guide: string; carrier: string }[],
  ): Promise<{ outcome: "tracked"; guides: TrackedGuide[] } | RefusedOutcome | FailedOutcome>;
  /** The PDF of a label. */
  readLabel(url: string): Promise<{ outcome: "read"; pdf: Buffer } | FailedOutcome>;
}
