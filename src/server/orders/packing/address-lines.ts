import type { OrderRow } from "../queries.ts";

/** An order's address, in lines. Empty if everything is sent by email. */
export function addressLines({ address }: Pick<OrderRow, "address">): string[] {
  if (!address) return [];
  return [
    address.street,
    `Col. ${address.neighborhood}`,
    `C.P. ${address.postalCode} · ${address.city}`,
    `${address.state}, ${address.country}`,
  ];
}
