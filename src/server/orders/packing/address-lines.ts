import type { OrderRow } from "../queries.ts";

/** The lines of an order's address. Empty for an order of tickets only, and for an order that is collected. */
export function formatAddressLines({ address }: Pick<OrderRow, "address">): string[] {
  if (!address) return [];
  return [
    address.street,
    `Col. ${address.neighborhood}`,
    `C.P. ${address.postalCode} · ${address.city}`,
    `${address.state}, ${address.country}`,
  ];
}
