import { WHY_NOT_JOINED } from "../../domain/join-orders.ts";
import { ORDER_STATUS_LABEL, type OrderStatus } from "../../domain/order-status.ts";
import type { StaffRole } from "../../domain/staff-permissions.ts";
import { SETTING_LABEL } from "./settings/sections.ts";

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
  invoicing_paused:
    "Esta tienda no está facturando: revisa que la facturación esté abierta, el emisor, su sello y el PAC.",
  invoice_order_not_found: "Solo se factura un pedido enviado que tenga dinero cobrado.",
  in_global_invoice:
    "Este pedido ya está en una factura global. Cancélala con motivo 04, haz esta y vuelve a hacer la global.",
  invoice_in_progress: "Este pedido se está facturando con otros datos. Espera un momento y mira cómo quedó.",
  invoice_too_late: "Ya pasó el plazo para facturar este pedido.",
  invoice_pending: "El PAC no ha contestado: la factura se sigue timbrando sola. No la hagas otra vez.",
  invoice_not_found: "Esa factura no existe.",
  invoice_not_cancellable: "Alguien ya la canceló o la sustituyó: solo se cancela una factura vigente.",
  cancel_motive_wrong: "Ese motivo no va con esta factura: 02 o 03; 04 si es global.",
  invoice_not_replaceable: "Alguien ya la canceló o la sustituyó: solo se sustituye la factura vigente de un pedido.",
  invoice_not_creditable: "La nota de crédito va contra la factura vigente de un pedido, y esta ya no lo es.",
  invoice_not_stamped: "Aún no está timbrada: no tiene archivos que mandar.",
  credit_too_much: "Las notas de crédito juntas pasarían del total de la factura.",
  credit_changed: "Alguien hizo otra nota de crédito mientras veías esta factura. Mira cuánto queda.",
  credit_wrong: "Escribe un monto en pesos, p. ej. 249.50.",
  nothing_to_invoice: "No hay nada que facturar ahí.",
  period_not_over: "El periodo todavía no termina: se factura al día siguiente.",
  period_wrong: "Elige el primer y el último día, en ese orden y a lo más dos meses.",
  two_months_not_allowed: "La factura global bimestral es solo del régimen 621.",
  sales_changed: "Las ventas del periodo cambiaron mientras las veías. Este es el nuevo total.",
  issuer_incomplete: "Faltan datos: RFC, nombre, régimen y código postal.",
  vault_key_missing:
    "Falta INVOICING_KEY en el servidor: sin ella no guardamos tu sello. Pídela a quien lo administra.",
  csd_missing: "Sube el certificado (.cer), la llave (.key) y su contraseña.",
  csd_too_large: "Esos archivos son muy grandes para ser un sello: el .cer y el .key pesan pocos kilobytes.",
  sat_key_wrong: "La clave del SAT son ocho dígitos; la unidad es H87, PR, SET, E48 o ACT.",
  not_found: "Eso ya no existe.",
  changed_meanwhile: "Alguien más cambió esto mientras lo editabas. Mira cómo quedó antes de guardar.",
  legal_form: "Empieza cada sección con una línea «## Título» y debajo sus párrafos.",
  mail_words_long: "Cada texto lleva a lo más 500 letras.",
  change_unknown: "Ese cambio ya no se puede deshacer.",
  last_owner: "Es la última dueña de todas las tiendas: da antes ese rol a otra persona.",
  order_changed: "El pedido cambió mientras lo veías: no se hizo nada.",
  move_not_allowed: "El pedido ya no está donde eso se puede hacer.",
  tracking_missing: "Escribe el número de rastreo: sin él no sale un paquete.",
  order_disputed: "El pago de este pedido está en disputa: no se envía hasta que se resuelva.",
  no_receipt_waiting: "Este pedido ya no tiene comprobantes por revisar.",
  answer_missing: "Escribe por qué: el cliente lo lee.",
  reason_missing: "Escribe el motivo.",
  nothing_to_refund: "El proveedor ya no tiene dinero de este pedido que devolver, o lo está devolviendo ahora.",
  refund_too_much: "Eso es más de lo que se puede devolver.",
  amount_wrong: "Escribe pesos, p. ej. 150.50. Vacío devuelve todo.",
  too_late: "El pedido ya salió o terminó: ya no se cambia.",
  size_not_found: "Elige otra talla de este producto.",
  size_of_ticket: "Un boleto no cambia de lugar así: cancélalo y haz otro pedido.",
  size_price_differs: "Esa talla ya está en el pedido a otro precio, o una está apartada y la otra sobre pedido.",
  too_few: "No quedan tantas piezas de esa talla.",
  pieces_wrong: "Escribe cuántas piezas cambian, desde una.",
  address_needless: "Este pedido viaja por correo electrónico: no lleva dirección.",
  note_missing: "Escribe la nota, en 2,000 letras o menos.",
  note_not_found: "Solo quien escribió una nota puede retirarla, una vez.",
  flag_closed: "Ese aviso ya estaba cerrado.",
  mail_not_found: "Ese correo no se puede enviar otra vez.",
  mailbox_missing: "El cliente no dejó correo.",
  customer_not_found: "Ese cliente no tiene cuenta: no hay sesión que abrir.",
  ...WHY_NOT_JOINED,
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
  "order-place": "tomó el pedido",
  "order-pay": "confirmó el pago",
  "order-receipt-no": "rechazó el comprobante",
  "order-reserve": "lo apartó sin plazo",
  "order-ask-payment": "pidió el pago",
  "order-pay-link": "hizo un enlace para pagar",
  "order-ship": "lo envió",
  "order-cancel": "lo canceló",
  "order-refund": "pidió devolver dinero",
  "order-flag": "cerró un aviso",
  "order-join": "unió dos pedidos",
  "order-address": "cambió la dirección",
  "order-size": "cambió una talla",
  "order-note": "escribió una nota",
  "order-note-withdrawn": "retiró una nota",
  "order-mail-again": "envió otra vez un correo",
  assist: "abrió una sesión asistida",
  "invoice-make": "hizo la factura",
  "invoice-cancel": "pidió cancelarla",
  "invoice-replace": "la sustituyó",
  "invoice-credit": "hizo una nota de crédito",
  "invoice-mail": "la mandó por correo",
  issuer: "cambió al emisor",
  csd: "subió otro sello",
  "sat-keys": "cambió las claves del SAT",
  settings: "cambió ajustes",
  "legal-text": "cambió el texto",
  "legal-standard": "volvió al texto estándar",
  "mail-words": "cambió los textos del correo",
};

/** Who did what to an order while somebody else had it open; nothing where nobody did. */
export function meanwhileSentence(
  { status, change }: { status: OrderStatus; change: { who: string; act: string; at: Date } | null },
  seen: OrderStatus | undefined,
): string {
  const now = status === seen ? "" : ` Ahora está en «${ORDER_STATUS_LABEL[status]}».`;
  if (change) return `Mientras lo veías, ${change.who} ${ACT_LABEL[change.act] ?? change.act}.${now}`;
  return now.trim();
}

/** What the log calls a field; without a label here its value stands alone. */
export const FIELD_LABEL: Record<string, string> = {
  name: "nombre",
  status: "estado",
  trackingNumber: "guía",
  carrier: "paquetería",
  reason: "motivo",
  payByAt: "plazo",
  trackingNumber: "rastreo",
  writtenOff: "a merma",
  answer: "respuesta",
  refundCents: "devolver",
  reason: "motivo",
  joinedInto: "pasó al pedido",
  joined: "tomó el pedido",
  subject: "correo",
  recipient: "para",
  rfc: "RFC",
  postalCode: "CP",
  taxRegime: "régimen",
  cfdiUse: "uso",
  motive: "motivo",
  totalCents: "total",
  period: "periodo",
  orders: "pedidos",
  timeZone: "zona horaria",
  vat: "IVA",
  series: "serie",
  productKey: "clave de producto",
  unitKey: "clave de unidad",
  deadline: "plazo",
  deadlineDays: "días",
  certificate: "certificado",
  endsAt: "vence",
  ...SETTING_LABEL,
  version: "versión",
  opening: "Al empezar",
  extra: "Después del texto",
  closing: "Al final",
};
