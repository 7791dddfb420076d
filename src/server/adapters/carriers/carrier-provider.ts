import type { Cents } from "../../../domain/money.ts";
import type { ParcelState } from "../../../domain/parcel.ts";

/** One end of a shipment. `state` is our name of it. */
export interface ShipmentAddress {
  name: string;
  phone: string;
  email: string | null;
  /** Street with its number, as the customer wrote it. */
  street: string;
  neighborhood: string;
  city: string;
  state: string;
  postalCode: string;
  /** How to find the place. */
  notes: string;
}

export interface Box {
  grams: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  /** What the carrier reads as its content. */
  content: string;
  /** What it is worth. */
  declaredCents: Cents;
}

export interface Shipment {
  from: ShipmentAddress;
  to: ShipmentAddress;
  box: Box;
}

/** A service of a carrier at a price: carrier `fedex`, service `ground`. */
export interface CarrierQuote {
  carrier: string;
  service: string;
  /** What staff read: "FedEx Nacional Económico". */
  label: string;
  priceCents: Cents;
  /** The calendar days that it takes. Null if the carrier does not state them as a number. */
  days: number | null;
  /** The provider's id of this price, if a purchase names it. It is valid for a day. */
  rateId?: string;
}

/** A label to buy. */
export interface Purchase extends Shipment {
  carrier: string;
  service: string;
  /**
   * Unique for each purchase. It is printed beside the sender's name, and by it a purchase without an answer is found
   * again (decision 67).
   */
  reference: string;
  /** The quote that is bought. */
  rate?: { id: string; priceCents: Cents };
}

export interface BoughtLabel {
  guide: string;
  /** The provider's own id, if it has one. */
  providerId?: string;
  /** The URL of the label's PDF. Null if the answer has none. */
  labelUrl: string | null;
  /** What was charged. Null in another currency than pesos. */
  chargedCents: Cents | null;
}

/** Why a carrier refuses. `other` has the carrier's own message. */
export const CARRIER_REFUSALS = [
  "bad_credentials",
  "no_balance",
  "wrong_postal_code",
  "street_too_long",
  "no_service",
  "other",
] as const;
export type CarrierRefusal = (typeof CARRIER_REFUSALS)[number];

export interface Refused {
  outcome: "refused";
  why: CarrierRefusal;
  /** In the carrier's words. */
  message: string;
}

/** There was no answer, or none that can be read. For a purchase: nothing was bought, and it may be repeated. */
export interface Failed {
  outcome: "failed";
  /** Without any of the sent data. */
  reason: string;
  /** The delay that the provider asked for (`Retry-After`). */
  waitMs?: number;
}

/** A purchase was sent, and nobody knows whether it was made. It is looked up before it is repeated. */
export interface Unknown {
  outcome: "unknown";
  reason: string;
  /** The provider's id of a purchase that it has accepted and not finished. */
  providerId?: string;
}

/** A purchase that is looked up. */
export interface PurchaseLookup {
  reference: string;
  providerId: string | null;
  /** When it was sent. */
  since: Date;
  now: Date;
}

/** The provider began a purchase and gave it up: nothing is charged, and it may be repeated. */
export interface Undone {
  outcome: "undone";
  why: CarrierRefusal;
  message: string;
}

export interface SoldLabel {
  carrier: string;
  guide: string;
  providerId: string | null;
}

export interface TrackedGuide {
  guide: string;
  /** Null for a status that moves nothing: the label exists, or a word that this program does not know. */
  state: Exclude<ParcelState, "PACKED" | "HANDED_OVER"> | null;
  /** In the carrier's words. */
  status: string;
  /** When it happened. Null if the carrier does not state it. */
  at: Date | null;
}

/** How long a call may take: a customer waits for it, or a job does. */
export type TimeoutClass = "interactive" | "job";

export const PROVIDER_KEYS = ["envia", "skydropx"] as const;
export type ProviderKey = (typeof PROVIDER_KEYS)[number];

/** An account at a company that sells labels of carriers. No method throws for what happens outside this program. */
export interface CarrierProvider {
  readonly key: ProviderKey;
  /** How long staff wait for a quote: longer, if the provider needs more time than customers give it. */
  readonly staffWait: TimeoutClass;
  /** The services of one carrier, cheapest first. */
  quote(
    shipment: Shipment,
    carrier: string,
    timeoutClass: TimeoutClass,
  ): Promise<{ outcome: "quoted"; quotes: CarrierQuote[] } | Refused | Failed>;
  buy(purchase: Purchase): Promise<({ outcome: "bought" } & BoughtLabel) | Refused | Failed | Unknown>;
  /** A purchase that was sent. One that the provider has not finished is `failed`: it is looked up again. */
  findPurchase(
    lookup: PurchaseLookup,
  ): Promise<({ outcome: "bought" } & BoughtLabel) | { outcome: "absent" } | Undone | Refused | Failed>;
  /** Cancels a label that the carrier has not received. A label that is cancelled already counts as cancelled. */
  cancel(label: SoldLabel): Promise<{ outcome: "cancelled" } | Refused | Failed>;
  /** The guides that the provider knows. */
  track(
    guides: readonly { guide: string; carrier: string }[],
  ): Promise<{ outcome: "tracked"; guides: TrackedGuide[] } | Refused | Failed>;
  /** The PDF of a label. */
  readLabel(url: string): Promise<{ outcome: "read"; pdf: Buffer } | Failed>;
}
