import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import {
  insertAddressAndReadCustomer,
  hasAddress,
  updateAddress,
  type AddressFields,
  type Customer,
} from "./queries.ts";

export interface AddressInput {
  customerId: string;
  addressId: string;
  fields: AddressFields;
  isDeleted: boolean;
}

/** Saves a new address. The number per customer is limited. */
export async function saveNewAddress(
  { genericPlanDb }: App,
  customerId: string,
  fields: AddressFields,
): Promise<Customer | Refusal<"too_many_addresses">> {
  return (await insertAddressAndReadCustomer(genericPlanDb, customerId, fields)) ?? refuse("too_many_addresses");
}

/** Changes, deletes or restores one of the customer's addresses. */
export async function saveAddress(
  { genericPlanDb }: App,
  { customerId, addressId, fields, isDeleted }: AddressInput,
): Promise<"saved" | Refusal<"address_not_found" | "too_many_addresses">> {
  if (!isId(addressId)) return refuse("address_not_found");
  const key = { customerId, addressId };
  if (await updateAddress(genericPlanDb, key, { ...fields, isDeleted })) return "saved";
  return refuse((await hasAddress(genericPlanDb, key)) ? "too_many_addresses" : "address_not_found");
}
