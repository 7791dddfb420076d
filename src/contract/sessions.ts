import { z } from "zod";
import { Customer } from "./customers.ts";
import { Instant, Password, text } from "./fields.ts";

export const Session = z
  .object({
    status: z.literal("OK"),
    customer: Customer,
    access_token: z.string(),
    expiresOn: Instant.meta({ description: "Si no se usa antes" }),
    assistedBy: z.string().optional().meta({ description: "Quién atiende, en una sesión asistida" }),
  })
  .meta({ id: "Session" });
export type Session = z.output<typeof Session>;

const Username = text({ error: "Escribe tu correo o celular" }).trim().min(1).max(254);
const Token = text().trim().max(200);

export const Login = z.object({
  username: Username,
  password: text().trim().max(1_000).nullish(),
  suToken: Token.nullish().meta({ description: "De un solo uso; con él la contraseña no cuenta" }),
});

export const RefreshSession = z.object({ token: Token });

export const ForgotPassword = z.object({ username: Username });

export const ResetPassword = z.object({ token: Token, password: Password });

export const Accepted = z.object({ status: z.literal("OK") });
