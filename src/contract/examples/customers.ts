import type { z } from "zod";
import type {
  Address,
  AddressFields,
  ChangeCustomer,
  ChangePassword,
  ConfirmMailbox,
  CreateCustomer,
  Customer,
  ChangeCustomerResponse,
  CustomerLookup,
  SendMailboxCode,
} from "../customers.ts";
import type { Accepted, ForgotPassword, Login, RefreshSession, ResetPassword, Session } from "../sessions.ts";
import { ID, SECRET } from "./ids.ts";

export const ADDRESS: z.input<typeof Address> = {
  _id: ID.address,
  street: "Av. Álvaro Obregón 120, int. 4",
  neigh: "Roma Norte",
  postalCode: "06700",
  city: "Cuauhtémoc",
  state: "Ciudad de México",
  country: "México",
  deleted: false,
};

export const CUSTOMER: z.input<typeof Customer> = {
  _id: ID.customer,
  type: "registered",
  name: "Ana",
  lastName: "López García",
  phone: "5512345678",
  username: "ana@ejemplo.mx",
  rfc: { rfc: "LOGA900214QK5", fileUrl: null },
  addresses: [ADDRESS],
};

export const SESSION: z.input<typeof Session> = {
  status: "OK",
  customer: CUSTOMER,
  access_token: SECRET.accessToken,
  expiresOn: "2026-12-20T17:06:00.000Z",
};

export const ACCEPTED: z.input<typeof Accepted> = { status: "OK" };

export const LOGIN: z.input<typeof Login> = { username: "ana@ejemplo.mx", password: "tres-palabras-juntas" };
export const REFRESH_SESSION: z.input<typeof RefreshSession> = { token: SECRET.accessToken };
export const FORGOT_PASSWORD: z.input<typeof ForgotPassword> = { username: "ana@ejemplo.mx" };
export const RESET_PASSWORD: z.input<typeof ResetPassword> = {
  token: SECRET.mailToken,
  password: "cinco-nopales-verdes",
};

const PERSON: z.input<typeof ChangeCustomer> = {
  name: "Ana",
  lastName: "López García",
  phone: "55 1234 5678",
  username: "ana@ejemplo.mx",
  rfc: "LOGA900214QK5",
};

export const CREATE_CUSTOMER: z.input<typeof CreateCustomer> = {
  ...PERSON,
  password: "tres-palabras-juntas",
  atCheckout: false,
};
export const CHANGE_CUSTOMER = PERSON;
export const CUSTOMER_CHANGED: z.input<typeof ChangeCustomerResponse> = { status: "OK", customer: CUSTOMER };
export const CUSTOMER_LOOKUP: z.input<typeof CustomerLookup> = { status: "OK", customer: CUSTOMER };

export const CHANGE_PASSWORD: z.input<typeof ChangePassword> = {
  _id: ID.customer,
  current: "tres-palabras-juntas",
  value: "cinco-nopales-verdes",
};

export const SEND_MAILBOX_CODE: z.input<typeof SendMailboxCode> = { email: "ana@ejemplo.mx" };
export const CONFIRM_MAILBOX: z.input<typeof ConfirmMailbox> = { code: "402 917" };

export const ADDRESS_FIELDS: z.input<typeof AddressFields> = {
  street: "Av. Álvaro Obregón 120, int. 4",
  neigh: "Roma Norte",
  postalCode: "06700",
  city: "Cuauhtémoc",
  state: "Ciudad de México",
};
