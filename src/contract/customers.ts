import { z } from "zod";
import {
  textOrEmpty,
  Email,
  Id,
  optionalText,
  Password,
  Phone,
  oneLineText,
  requiredText,
  OptionalEmail,
  text,
  unionError,
} from "./fields.ts";

export const Address = z
  .object({
    _id: Id.describe("The address's id."),
    street: z.string().describe("Street and number."),
    neigh: z.string().describe("Neighbourhood (colonia)."),
    postalCode: z.string().describe("Postal code, 5 digits."),
    city: z.string().describe("City, municipality or borough."),
    state: z.string().describe("The Mexican state, in Spanish."),
    country: z.string().describe("Always `México`."),
    deleted: z
      .boolean()
      .describe("Whether the customer has hidden it. A hidden address is stored but must not be offered."),
  })
  .meta({ id: "Address", description: "An address in Mexico to ship to." });
export type Address = z.output<typeof Address>;

export const Customer = z
  .object({
    _id: Id.describe("The customer's id."),
    type: z.enum(["guest", "registered"]).describe("`registered`: with a user name and a password."),
    name: z.string().describe("First name or names."),
    lastName: z.string().describe("Last names."),
    phone: z.string().describe("Mobile number, 10 digits."),
    username: z
      .string()
      .nullable()
      .describe("The name to sign in with: an e-mail address or 10 digits; null for a guest."),
    rfc: z
      .object({
        rfc: z.string().describe("The tax id, upper case."),
        fileUrl: z.string().nullable().describe("URL of its tax certificate. Null if there is none."),
      })
      .nullable()
      .describe("The customer's tax id (RFC); null if not given, and always null inside an order."),
    addresses: z
      .array(Address)
      .describe("The customer's addresses, hidden ones included. Inside an order: the delivery address alone."),
  })
  .meta({ id: "Customer", description: "A customer or guest, with the data that they may see." });
export type Customer = z.output<typeof Customer>;

/** A tax id as a text, or as an object like a customer's `rfc`. A request cannot set the file of that object. */
const Rfc = z
  .union([text(), z.object({ rfc: text().describe("The tax id.") }).transform(({ rfc }) => rfc)], unionError())
  .transform((rfc) => rfc.toUpperCase())
  .pipe(textOrEmpty(13))
  .nullish();

const PersonFields = {
  name: requiredText("Escribe tu nombre").describe("First name or names."),
  lastName: requiredText("Escribe tus apellidos").describe("Last names."),
  phone: Phone.describe("Mobile number: 10 digits, with or without spaces, dashes and +52."),
  username: optionalText(254).describe("An e-mail address or a mobile number of 10 digits, to sign in with."),
  rfc: Rfc.describe("The tax id, as text or as `{ rfc }`."),
};

export const CreateCustomer = z
  .object({
    ...PersonFields,
    password: Password.nullish().describe("Required with `username`. The shop's settings have its minimum length."),
    email: OptionalEmail.describe(
      "The e-mail address for confirmations. It is not a user name and gives access to no account.",
    ),
    atCheckout: z
      .boolean()
      .nullish()
      .describe("True in the checkout, where another minimum length applies (`accounts.checkoutPasswordMin`)."),
  })
  .describe("A new customer, or a guest if `username` is omitted.");

export const ChangeCustomer = z
  .object(PersonFields)
  .describe("The customer's new data. Without `username` the user name stays; without `rfc` the tax id is removed.");

export const ChangeCustomerResponse = z
  .object({ status: z.literal("OK").describe("The data is stored."), customer: Customer })
  .describe("The customer after the change.");

export const ChangePassword = z
  .object({
    _id: oneLineText().nullish().describe("The customer's `_id`, as in the path. May be omitted."),
    current: Password.describe("The current password."),
    value: Password.describe("The new password. The shop's settings have its minimum length."),
  })
  .describe("The old password and the new one.");

export const SendMailboxCode = z
  .object({ email: Email.describe("The e-mail address to confirm.") })
  .describe("The mailbox that the code is sent to.");

export const ConfirmMailbox = z
  .object({
    code: text({ error: "Escribe los 6 números del correo" })
      .max(20, { error: "Escribe los 6 números del correo" })
      .transform((typed) => typed.replaceAll(/\s/g, ""))
      .pipe(z.string().regex(/^\d{6}$/, { error: "Escribe los 6 números del correo" }))
      .describe("The six digits of the newest e-mail; spaces are ignored."),
  })
  .describe("The code from the e-mail.");

export const FindCustomerQuery = z.object({
  phone: text()
    .max(30)
    .optional()
    .meta({ description: "The caller's own phone number. No other customer is found.", example: "5512345678" }),
});

export const CustomerLookup = z
  .object({
    status: z.enum(["OK", "NOT_FOUND"]).describe("`NOT_FOUND`: it is not the phone number of the session's customer."),
    customer: Customer.nullable().describe("The session's customer; null with `NOT_FOUND`."),
  })
  .describe("The session's customer, if the phone number is theirs.");

export const AddressFields = z
  .object({
    street: requiredText("Escribe la calle y el número", 200).describe("Street and number."),
    neigh: requiredText("Escribe la colonia").describe("Neighbourhood (colonia)."),
    postalCode: text({ error: "Escribe el código postal" })
      .trim()
      .regex(/^\d{5}$/, { error: "El código postal tiene 5 dígitos" })
      .describe("Postal code."),
    city: requiredText("Escribe la ciudad").describe("City, municipality or borough."),
    state: requiredText("Escribe el estado").describe("The Mexican state, in Spanish."),
    deleted: z.boolean().nullish().describe("True hides the address. Ignored when the address is added."),
  })
  .describe("An address in Mexico.");
