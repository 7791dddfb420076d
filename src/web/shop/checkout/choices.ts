import type { Cart } from "../../../contract/carts.ts";
import type { Address, Customer } from "../../../contract/customers.ts";
import type { Carrier } from "../../../contract/orders.ts";
import { toCents } from "../../../domain/money.ts";
import { extraShippingCents } from "../../../domain/extra-shipping.ts";
import type { CheckoutDraft } from "./draft.ts";

/** The delivery of the order, as the customer chose it or as it is preselected. */
export interface Choices {
  needsParcel: boolean;
  /** The parcel is sent, not collected. */
  needsAddress: boolean;
  hasTickets: boolean;
  /** Null if there is no address yet, or none is needed. */
  address: Address | null;
  carrier: Carrier | null;
  insured: boolean;
}

interface CheckoutState {
  cart: Cart | null | undefined;
  customer: Customer | null;
  draft: CheckoutDraft | undefined;
  carriers: readonly Carrier[];
}

export function choicesOf({ cart, customer, draft, carriers }: CheckoutState): Choices {
  const lines = cart?.products ?? [];
  const needsParcel = cart ? lines.some((line) => line.realQty > 0) : true;
  const addresses = customer?.addresses ?? [];
  const pieces = lines.reduce((sum, line) => sum + line.realQty, 0);
  const carrier = carriers.find(({ _id }) => _id === draft?.carrierId) ?? findCheapestCarrier(carriers, pieces);
  const needsAddress = needsParcel && carrier?.kind !== "pickup";
  return {
    needsParcel,
    needsAddress,
    hasTickets: lines.some((line) => line.realQty === 0),
    address: needsAddress ? (addresses.find(({ _id }) => _id === draft?.addressId) ?? addresses[0] ?? null) : null,
    carrier: needsParcel ? carrier : null,
    insured: (draft?.insured ?? false) && needsParcel && (carrier?.secured ?? false),
  };
}

/** The postal code of the delivery: of the chosen or first saved address, or else of the address being typed. */
export function postalCodeOf({ customer, draft }: Pick<CheckoutState, "customer" | "draft">): string {
  const addresses = customer?.addresses ?? [];
  const savedAddress = addresses.find(({ _id }) => _id === draft?.addressId) ?? addresses[0];
  return savedAddress?.postalCode ?? draft?.address.postalCode ?? "";
}

/**
 * "Roma Norte, 06700 Cuauhtémoc, Ciudad de México": an address without its street. The shop delivers only in Mexico.
 */
export function addressWithoutStreet({ neigh, postalCode, city, state }: Address): string {
  return `${neigh}, ${postalCode} ${city}, ${state}`;
}

/** What a carrier charges for this many pieces, in centavos. Without a pieces fee, `piecePrice` is 0. */
export function carrierCents({ price, maxPieces, piecePrice }: Carrier, pieces: number): number {
  const fee = { includedPieces: maxPieces, pieceCents: toCents(piecePrice) };
  return toCents(price) + extraShippingCents(fee, pieces);
}

/** "Más económico" if this carrier alone has the lowest price, "Más rápido" if it alone is fastest, otherwise null. */
export function advantageOf(carrier: Carrier, carriers: readonly Carrier[], pieces: number): string | null {
  const others = carriers.filter(({ _id }) => _id !== carrier._id);
  if (others.length === 0) return null;
  if (others.every((other) => carrierCents(carrier, pieces) < carrierCents(other, pieces))) return "Más económico";
  const { estimate } = carrier;
  const isFastest = estimate && others.every((other) => other.estimate && estimate.to < other.estimate.to);
  return isFastest ? "Más rápido" : null;
}

/** The carrier to preselect. Pick-ups and carriers with a notice are never preselected (rule CHECKOUT-10). */
function findCheapestCarrier(carriers: readonly Carrier[], pieces: number): Carrier | null {
  const candidates = carriers.filter(({ hasAlert, kind }) => !hasAlert && kind === "carrier");
  return candidates.toSorted((a, b) => carrierCents(a, pieces) - carrierCents(b, pieces))[0] ?? null;
}
