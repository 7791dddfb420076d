import type { Address as WireAddress, Customer as WireCustomer } from "../../contract/customers.ts";
import type { Session as WireSession } from "../../contract/sessions.ts";
import type { OpenSession } from "../sessions/sessions.ts";
import type { Address, Customer } from "./queries.ts";

export function toWireAddress(address: Address): WireAddress {
  return {
    _id: address.id,
    street: address.street,
    neigh: address.neighborhood,
    postalCode: address.postalCode,
    city: address.city,
    state: address.state,
    country: address.country,
    deleted: address.isDeleted,
  };
}

export function toWireCustomer(customer: Customer): WireCustomer {
  return {
    _id: customer.id,
    type: customer.kind,
    name: customer.name,
    lastName: customer.lastName,
    phone: customer.phone,
    username: customer.username,
    rfc: customer.rfc === null ? null : { rfc: customer.rfc, fileUrl: customer.rfcFile },
    addresses: customer.addresses.map(toWireAddress),
  };
}

export function toWireSession({ customer, session }: { customer: Customer; session: OpenSession }): WireSession {
  return {
    status: "OK",
    customer: toWireCustomer(customer),
    access_token: session.token,
    expiresOn: session.expiresAt.toISOString(),
    ...(session.assistedBy === null ? {} : { assistedBy: session.assistedBy }),
  };
}
