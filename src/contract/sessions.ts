import { z } from "zod";
import { Customer } from "./customers.ts";
import { Instant, Password, text } from "./fields.ts";

export const Session = z
  .object({
    status: z.literal("OK").describe("The session is open."),
    customer: Customer,
    access_token: z
      .string()
      .describe("Send it as `Authorization: Bearer …`. It is returned only here: the shop stores its hash."),
    expiresOn: Instant.describe(
      "When the session ends if it is not used again: 30 days after its last use, at most 90 days after it was opened.",
    ),
    assistedBy: z
      .string()
      .optional()
      .describe("Only in an assisted session: the member of staff who acts in the customer's name, for one hour."),
  })
  .meta({ id: "Session", description: "An open session of a customer or guest." });
export type Session = z.output<typeof Session>;

const Username = text({ error: "Escribe tu correo o celular" })
  .trim()
  .min(1)
  .max(254)
  .describe("An e-mail address, or a mobile number of 10 digits.");
const Token = text().trim().max(200);

export const Login = z
  .object({
    username: Username,
    password: text().trim().max(1_000).nullish().describe("The customer's password. Ignored if `suToken` is sent."),
    suToken: Token.nullish().describe(
      "One-time token that staff created to assist this customer, valid for 10 minutes. It replaces the password.",
    ),
  })
  .describe("The credentials of a customer.");

export const RefreshSession = z
  .object({ token: Token.describe("The `access_token` to replace.") })
  .describe("The token to exchange.");

export const ForgotPassword = z
  .object({ username: Username })
  .describe("The user name of a customer who forgot the password.");

export const ResetPassword = z
  .object({
    token: Token.describe("The token of the link in the e-mail; it works once, for 45 minutes."),
    password: Password.describe("The new password. The shop's settings have its minimum length."),
  })
  .describe("A new password, with the proof from the e-mail.");

export const Accepted = z
  .object({ status: z.literal("OK").describe("The request was accepted.") })
  .describe("The confirmation that the request was accepted.");
