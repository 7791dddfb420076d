import {
  AddressFields,
  ChangeCustomer,
  ChangePassword,
  ConfirmMailbox,
  CreateCustomer,
  Customer,
  ChangeCustomerResponse,
  FindCustomerQuery,
  CustomerLookup,
  SendMailboxCode,
} from "../customers.ts";
import type { Endpoint } from "../endpoint.ts";
import { ID } from "../examples/ids.ts";
import { OrderPage, OrdersQuery } from "../orders.ts";
import { Accepted, Session } from "../sessions.ts";
import { CUSTOMER_ID } from "./parameters.ts";

export const CUSTOMER_ENDPOINTS = {
  createCustomer: {
    summary: "Register a customer, or open a guest session",
    description:
      "With `username` and `password` it registers a customer. Without `username` it creates a guest, whose token opens only that guest's orders. A guest who registers with the same phone number keeps their orders (send the guest's token).",
    tag: "Customers",
    credentials: "optional",
    cache: "private",
    body: CreateCustomer,
    response: Session,
    idempotent: true,
    refusals: [
      "USERNAME_TAKEN",
      "GUEST_NOT_ALLOWED",
      "PASSWORD_SHORT",
      "PASSWORD_COMMON",
      "PASSWORD_MISSING",
      "USERNAME_INVALID",
    ],
  },
  findCustomer: {
    summary: "Get the session's own customer by phone number",
    description:
      "Finds only the customer whose token is sent. Any other phone number, and a call without a session, is answered with 200 and `NOT_FOUND`, so that the response does not reveal who is registered.",
    tag: "Customers",
    credentials: "optional",
    cache: "private",
    query: FindCustomerQuery,
    response: CustomerLookup,
  },
  changeCustomer: {
    summary: "Change a customer's data",
    description:
      "Replaces name, last name, phone and RFC: without `rfc` the RFC is removed. The user name changes only if it is sent. To change the user name the session must be younger than 15 minutes (`SIGN_IN_AGAIN`), and an assisted session may not change it (`ASSISTED_NOT_ALLOWED`).",
    tag: "Customers",
    credentials: "session",
    cache: "private",
    params: CUSTOMER_ID,
    body: ChangeCustomer,
    response: ChangeCustomerResponse,
    refusals: ["USERNAME_TAKEN", "ASSISTED_NOT_ALLOWED", "SIGN_IN_AGAIN", "CUSTOMER_NOT_FOUND", "USERNAME_INVALID"],
  },
  changePassword: {
    summary: "Change the password",
    description: "The customer's other sessions end. After too many wrong current passwords the answer is 429.",
    tag: "Customers",
    credentials: "session",
    cache: "private",
    params: CUSTOMER_ID,
    body: ChangePassword,
    response: Accepted,
    refusals: ["PASSWORD_WRONG", "ASSISTED_NOT_ALLOWED", "CUSTOMER_NOT_FOUND", "PASSWORD_SHORT", "PASSWORD_COMMON"],
  },
  sendMailboxCode: {
    summary: "Send a code to an e-mail address, to confirm it",
    description:
      "Sends six digits to the mailbox. A new code replaces the previous one. Too many requests for one mailbox, or from one IP address, are answered with 429.",
    tag: "Customers",
    credentials: "session",
    cache: "private",
    params: CUSTOMER_ID,
    body: SendMailboxCode,
    status: 202,
    response: Accepted,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
  confirmMailbox: {
    summary: "Confirm an e-mail address with its code",
    description: "A guest with a confirmed e-mail address buys with the limits of a registered customer.",
    tag: "Customers",
    credentials: "session",
    cache: "private",
    params: CUSTOMER_ID,
    body: ConfirmMailbox,
    response: Accepted,
    refusals: ["MAILBOX_CODE_WRONG", "MAILBOX_CODE_OVER", "CUSTOMER_NOT_FOUND"],
  },
  addAddress: {
    summary: "Save an address",
    description: "Returns the customer with all addresses. A customer has at most 50 that are not hidden.",
    tag: "Customers",
    credentials: "session",
    cache: "private",
    params: CUSTOMER_ID,
    body: AddressFields,
    response: Customer,
    refusals: ["TOO_MANY_ADDRESSES", "CUSTOMER_NOT_FOUND"],
  },
  changeAddress: {
    summary: "Change or hide an address",
    description:
      "Replaces the address. `deleted: true` hides it, `false` shows it again. Existing orders keep their address.",
    tag: "Customers",
    credentials: "session",
    cache: "private",
    params: {
      ...CUSTOMER_ID,
      addressId: { description: "The `_id` of one of this customer's addresses.", example: ID.address },
    },
    body: AddressFields,
    response: Customer,
    refusals: ["TOO_MANY_ADDRESSES", "CUSTOMER_NOT_FOUND", "ADDRESS_NOT_FOUND"],
  },
  listOrders: {
    summary: "List a customer's orders in this shop",
    description: "The newest first. Orders of other shops are not listed.",
    tag: "Customers",
    credentials: "session",
    cache: "private",
    params: CUSTOMER_ID,
    query: OrdersQuery,
    response: OrderPage,
    refusals: ["CUSTOMER_NOT_FOUND"],
  },
} as const satisfies Record<string, Endpoint>;
