import type { StaffRole } from "../../domain/staff-permissions.ts";

export const STAFF_ROLE_LABEL: Record<StaffRole, string> = {
  owner: "Dueña o dueño",
  sales: "Ventas",
  warehouse: "Almacén",
  accounting: "Contabilidad",
  door: "Puerta de eventos",
};

/** Every "no" of the back office, as it is read there. */
const SENTENCES = {
  login_failed: "El correo o la contraseña no son correctos.",
  too_many_requests: "Demasiados intentos. Espera un poco y vuelve a intentar.",
  session_ended: "Pasó demasiado tiempo. Entra otra vez.",
  code_wrong: "Ese código no es correcto o ya se usó. Espera el siguiente.",
  factor_unreadable: "No podemos leer tu segundo factor. Pide a una dueña que restablezca tu acceso.",
  factor_exists: "Ya tienes un segundo factor.",
  password_wrong: "Esa no es tu contraseña actual.",
  password_short: "Usa al menos 10 caracteres.",
  invitation_gone: "Este enlace ya se usó o venció. Pide otro a quien te invitó.",
  name_missing: "Escribe tu nombre.",
  email_wrong: "Escribe un correo, p. ej. marta@tienda.mx.",
  email_taken: "Ya trabaja aquí alguien con ese correo.",
  no_role: "Elige al menos un rol.",
  member_not_found: "Esa persona ya no tiene acceso.",
  view_name_missing: "Ponle un nombre a la vista.",
  too_many_views: "Ya tienes 20 vistas de esta lista: quita alguna antes.",
  order_not_found: "No hay un pedido con ese número.",
  move_not_allowed: "Su estado ya no lo permite.",
  tracking_missing: "Falta el número de guía.",
  order_disputed: "Su pago está en disputa: el dinero podría irse, así que no se envía.",
  reason_missing: "Escribe por qué.",
  carrier_unknown: "Ninguna paquetería de la tienda se llama así.",
  shipped_otherwise: "Ya se envió, con otra guía.",
  no_parcel: "Son boletos: viajan por correo, sin guía.",
  list_is_workbook: "Es un libro de hojas de cálculo. Guárdalo como «CSV UTF-8» y súbelo otra vez.",
  list_not_utf8: "El archivo no es texto en UTF-8. Guárdalo como «CSV UTF-8» y súbelo otra vez.",
  list_not_csv: "No se entiende como lista: revisa que las comillas estén cerradas.",
  list_empty: "La lista está vacía.",
  list_too_long: "Son más de 2,000 pedidos: divídela en varias listas.",
  list_too_big: "Es demasiado grande para una lista de pedidos (256 kB a lo más).",
  last_owner: "Es la última dueña de todas las tiendas: da antes ese rol a otra persona.",
} as const;

export type OfficeRefusal = keyof typeof SENTENCES;

/** The sentence of a refusal; with when to come back, where the answer says so. */
export function sentenceOf({
  refused,
  retryAfterSeconds,
}: {
  refused: OfficeRefusal;
  retryAfterSeconds?: number;
}): string {
  if (retryAfterSeconds === undefined) return SENTENCES[refused];
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return `Demasiados intentos. Vuelve a intentar en ${minutes === 1 ? "un minuto" : `${minutes} minutos`}.`;
}

/** What the log tells of an act. */
export const ACT_LABEL: Record<string, string> = {
  "sign-in": "entró",
  join: "aceptó su invitación",
  invite: "invitó",
  withdraw: "retiró una invitación",
  roles: "dio otros roles",
  disable: "quitó el acceso",
  password: "cambió la contraseña",
  "factor-on": "activó el segundo factor",
  "factor-off": "quitó el segundo factor",
  "order-move": "movió el pedido",
};

/** What the log calls a field; without a label here its value stands alone. */
export const FIELD_LABEL: Record<string, string> = {
  name: "nombre",
  status: "estado",
  trackingNumber: "guía",
  carrier: "paquetería",
  reason: "motivo",
};
