import type { Hono } from "hono";
import type { z } from "zod";
import type { AddressFields } from "../../contract/customers.ts";
import { phoneDigits } from "../../domain/phone.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { bind } from "../api/bind.ts";
import { findValidCaller, requireCaller } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";
import { changeCustomer } from "./change-customer.ts";
import { changePassword } from "./change-password.ts";
import { confirmMailbox, sendMailboxCode } from "./confirm-mailbox.ts";
import { findCustomer } from "./queries.ts";
import { saveAddress, saveNewAddress } from "./save-address.ts";
import { toWireCustomer } from "./to-wire.ts";

export function bindCustomers(api: Hono<HttpEnv>): void {
  // The response is about the caller only: it does not reveal whether another customer has that phone (rule
  // CUSTOMER-3).
  bind(api, "findCustomer", async ({ app, query, request, ip }) => {
    const waitSeconds = await app.limits.recordCall("findCustomer", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const caller = await findValidCaller(app, request);
    const customer = caller && (await findCustomer(app.genericPlanDb, caller.customerId));
    const isOwnPhone = customer && query.phone !== undefined && customer.phone === phoneDigits(query.phone);
    return isOwnPhone
      ? { status: "OK" as const, customer: toWireCustomer(customer) }
      : { status: "NOT_FOUND" as const, customer: null };
  });

  bind(api, "changeCustomer", async ({ app, shop, params, body, request }) => {
    const caller = await requireCaller(app, request);
    if (params.id !== caller.customerId) return refuse("customer_not_found");
    const answer = await changeCustomer(app, shop, caller, {
      name: body.name,
      lastName: body.lastName,
      phone: body.phone,
      username: body.username || null,
      rfc: body.rfc || null,
    });
    return isRefusal(answer) ? answer : { status: "OK" as const, customer: toWireCustomer(answer) };
  });

  bind(api, "changePassword", async ({ app, shop, params, body, request, ip }) => {
    const caller = await requireCaller(app, request);
    const isOwnAccount = params.id === caller.customerId && (body._id ?? params.id) === params.id;
    if (!isOwnAccount) return refuse("customer_not_found");
    const answer = await changePassword(app, shop, caller, {
      currentPassword: body.current,
      newPassword: body.value,
      ip,
    });
    return isRefusal(answer) ? answer : { status: "OK" as const };
  });

  bind(api, "addAddress", async ({ app, params, body, request }) => {
    const { customerId } = await requireCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const customer = await saveNewAddress(app, customerId, toAddressFields(body));
    return isRefusal(customer) ? customer : toWireCustomer(customer);
  });

  bind(api, "changeAddress", async ({ app, params, body, request }) => {
    const { customerId } = await requireCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const saved = await saveAddress(app, {
      customerId,
      addressId: params.addressId,
      fields: toAddressFields(body),
      isDeleted: body.deleted ?? false,
    });
    return isRefusal(saved) ? saved : toWireCustomer((await findCustomer(app.genericPlanDb, customerId))!);
  });

  bind(api, "sendMailboxCode", async ({ app, shop, params, body, request, ip }) => {
    const { customerId } = await requireCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const answer = await sendMailboxCode(app, shop, { customerId, email: body.email, ip });
    return isRefusal(answer) ? answer : { status: "OK" as const };
  });

  bind(api, "confirmMailbox", async ({ app, params, body, request }) => {
    const { customerId } = await requireCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const answer = await confirmMailbox(app, customerId, body.code);
    return isRefusal(answer) ? answer : { status: "OK" as const };
  });
}

function toAddressFields(body: z.output<typeof AddressFields>) {
  return {
    street: body.street,
    neighborhood: body.neigh,
    postalCode: body.postalCode,
    city: body.city,
    state: body.state,
  };
}
