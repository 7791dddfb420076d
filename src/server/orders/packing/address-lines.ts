import type { OrderRow } from "../queries.ts";

/** Where an order goes, a line each; none where all of it travels by mail. */
export function addressLines({ address }: Pick<OrderRow, "address">): string[] {
  if (!address) return [];
  return [
    address.street,
    `Col. ${address.neighborhood}`,
    `C.P. ${address.postalCode} · ${address.city}`,
    `${address.state}, ${address.country}`,
  ];
}
