import { z } from "zod";
import {
  anyText,
  Email,
  Id,
  optionalText,
  Password,
  Phone,
  plainText,
  requiredText,
  OptionalEmail,
  text,
  unionError,
} from "./fields.ts";

export const Address = z
  .object({
    _id: Id,
    street: z.string(),
    neigh: z.string(),
    postalCode: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.string(),
    deleted: z.boolean(),
  })
  .meta({ id: "Address" });
export type Address = z.output<typeof Address>;

export const Customer = z
  .object({
    _id: Id,
    type: z.enum(["guest", "registered"]),
    name: z.string(),
    lastName: z.string(),
    phone: z.string(),
    username: z.string().nullable(),
    rfc: z.object({ rfc: z.string(), fileUrl: z.string().nullable() }).nullable(),
    addresses: z.array(Address),
  })
  .meta({ id: "Customer" });
export type Customer = z.output<typeof Customer>;

/** A tax id as typed or as a customer carries it (`rfc.rfc`); the file that goes with it is never taken from a request. */
const Rfc = z
  .union([text(), z.object({ rfc: text() }).transform(({ rfc }) => rfc)], unionError())
  .transform((rfc) => rfc.toUpperCase())
  .pipe(anyText(13))
  .nullish();

const PersonFields = {
  name: requiredText("Escribe tu nombre"),
  lastName: requiredText("Escribe tus apellidos"),
  phone: Phone,
  username: optionalText(254),
  rfc: Rfc,
};

export const CreateCustomer = z.object({
  ...PersonFields,
  password: Password.nullish(),
  email: OptionalEmail.meta({ description: "A dónde mandar la confirmación; no abre una cuenta" }),
  atCheckout: z.boolean().nullish().meta({
    description:
      "Al terminar una compra: la contraseña tiene entonces su propio mínimo (`accounts.checkoutPasswordMin`)",
  }),
});

export const ChangeCustomer = z.object(PersonFields);

export const CustomerChanged = z.object({ status: z.literal("OK"), customer: Customer });

export const ChangePassword = z.object({
  _id: plainText().nullish().meta({ description: "El mismo de la dirección, si viene" }),
  current: Password,
  value: Password,
});

export const SendMailboxCode = z.object({ email: Email });

export const ConfirmMailbox = z.object({
  code: text({ error: "Escribe los 6 números del correo" })
    .max(20, { error: "Escribe los 6 números del correo" })
    .transform((typed) => typed.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, { error: "Escribe los 6 números del correo" })),
});

export const FindCustomerQuery = z.object({
  phone: text().max(30).optional().meta({ description: "Solo encuentra a quien pregunta por sí mismo" }),
});

export const FoundCustomer = z.object({ status: z.enum(["OK", "NOT_FOUND"]), customer: Customer.nullable() });

export const AddressFields = z.object({
  street: requiredText("Escribe la calle y el número", 200),
  neigh: requiredText("Escribe la colonia"),
  postalCode: text({ error: "Escribe el código postal" })
    .trim()
    .regex(/^\d{5}$/, { error: "El código postal tiene 5 dígitos" }),
  city: requiredText("Escribe la ciudad"),
  state: requiredText("Escribe el estado"),
  deleted: z.boolean().nullish(),
});
