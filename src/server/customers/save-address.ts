import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { hasAddress, insertAddress, updateAddress, type AddressFields } from "./queries.ts";

export interface AddressInput {
  customerId: string;
  /** Null for a new address. */
  addressId: string | null;
  fields: AddressFields;
  isDeleted: boolean;
}

/** Saves a new address, or changes, hides or restores one of the customer's. The number per customer is limited. */
export async function saveAddress(
  { genericPlanDb }: App,
  { customerId, addressId, fields, isDeleted }: AddressInput,
): Promise<"saved" | Refusal<"address_not_found" | "too_many_addresses">> {
  if (addressId === null) {
    return (await insertAddress(genericPlanDb, customerId, fields)) ? "saved" : refuse("too_many_addresses");
  }
  if (!isId(addressId)) return refuse("address_not_found");
  const key = { customerId, addressId };
  if (await updateAddress(genericPlanDb, key, { ...fields, isDeleted })) return "saved";
  return refuse((await hasAddress(genericPlanDb, key)) ? "too_many_addresses" : "address_not_found");
}
