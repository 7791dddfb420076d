import type { Refusal } from "../../domain/refusal.ts";

/** Each refusal on the wire: its status, its code, and a sentence for the customer. */
export const REFUSALS = {
  not_found: [404, "NOT_FOUND", "No encontramos lo que buscas."],
  cart_not_found: [404, "CART_NOT_FOUND", "No encontramos este carrito."],
  cart_not_active: [
    409,
    "CART_NOT_ACTIVE",
    "El tiempo de tu carrito terminó y sus piezas volvieron a la tienda. Puedes recuperar lo que aún quede.",
  ],
  cart_mixed: [409, "CART_MIXED", "No puedes agregar productos normales y productos en Preventa en el mismo pedido"],
  code_invalid: [401, "CODE_INVALID", "Parece que tu código no es valido"],
  code_missing: [
    401,
    "CODE_INVALID",
    "La preventa se abre con un código: ingresa el tuyo otra vez o pide otro a tu asesor.",
  ],
  code_over: [
    401,
    "CODE_INVALID",
    "Tu código de preventa ya no vale: se usó, venció o fue retirado. Pide otro a tu asesor.",
  ],
  presale_early: [401, "CODE_INVALID", "La preventa de este código aún no abre. Vuelve cuando empiece."],
  room_closed: [404, "ROOM_CLOSED", "Esta preventa no tiene fila: entra directamente."],
  room_place_not_found: [404, "ROOM_PLACE_NOT_FOUND", "No encontramos tu lugar en la fila. Fórmate otra vez."],
  room_code_full: [
    409,
    "ROOM_CODE_FULL",
    "Con este código ya están formadas todas las personas para las que alcanza. Usa otro o pídelo a tu asesor.",
  ],
  room_address_full: [
    409,
    "ROOM_ADDRESS_FULL",
    "Desde tu red ya hay demasiados lugares en esta fila. Entra por otra red, por ejemplo con los datos de tu celular.",
  ],
  grant_missing: [403, "GRANT_MISSING", "Esta preventa tiene fila: podrás agregar piezas cuando sea tu turno."],
  grant_invalid: [403, "GRANT_INVALID", "Ese turno no es de esta fila. Vuelve a la preventa para ver tu lugar."],
  grant_over: [
    403,
    "GRANT_OVER",
    "Tu turno terminó. Lo que ya está en tu carrito sigue apartado; para agregar más, fórmate otra vez.",
  ],
  grant_taken: [
    403,
    "GRANT_TAKEN",
    "Este turno ya lo usa otro carrito. Agrega desde ahí, o fórmate otra vez cuando termine.",
  ],
  presale_cap: [
    409,
    "PRESALE_CAP",
    "Tu código ya no alcanza para tantas piezas sobre pedido. Quita algunas o pide otro código a tu asesor.",
  ],
  selling_disabled: [409, "SELLING_DISABLED", "Por ahora la tienda no está vendiendo en línea."],
  customer_not_found: [404, "CUSTOMER_NOT_FOUND", "No encontramos tus datos. Inicia sesión o continúa como invitado."],
  address_not_found: [404, "ADDRESS_NOT_FOUND", "No encontramos esa dirección entre las tuyas."],
  too_many_addresses: [
    409,
    "TOO_MANY_ADDRESSES",
    "Ya tienes 50 direcciones guardadas. Elimina alguna que no uses para guardar otra.",
  ],
  sign_in_again: [
    403,
    "SIGN_IN_AGAIN",
    "Para cambiar tu usuario pedimos tu contraseña: inicia sesión otra vez y guarda el cambio.",
  ],
  address_missing: [422, "ADDRESS_MISSING", "Elige a qué dirección enviamos tu pedido."],
  carrier_not_found: [404, "CARRIER_NOT_FOUND", "Esa paquetería ya no está disponible. Elige otra."],
  carrier_missing: [422, "CARRIER_MISSING", "Elige una paquetería."],
  payment_method_disabled: [409, "PAYMENT_METHOD_DISABLED", "Esa forma de pago no está disponible. Elige otra."],
  guest_not_allowed: [409, "GUEST_NOT_ALLOWED", "Para comprar aquí necesitas una cuenta. Regístrate o inicia sesión."],
  total_changed: [
    409,
    "TOTAL_CHANGED",
    "El total cambió mientras revisabas tu pedido. Mira las cifras nuevas antes de confirmar.",
  ],
  username_taken: [409, "USERNAME_TAKEN", "Ya existe un usuario con este correo/celular, elige uno diferente"],
  username_invalid: [422, "USERNAME_INVALID", "Escribe un correo o un celular de 10 dígitos"],
  password_missing: [422, "PASSWORD_MISSING", "Elige una contraseña"],
  password_short: [422, "PASSWORD_SHORT", "La contraseña es muy corta"],
  password_common: [
    422,
    "PASSWORD_COMMON",
    "Esa contraseña es demasiado común y se adivina enseguida. Elige otra, por ejemplo tres palabras juntas.",
  ],
  password_wrong: [422, "PASSWORD_WRONG", "La contraseña actual es incorrecta"],
  login_failed: [401, "LOGIN_FAILED", "Usuario y/o contraseña incorrectos"],
  assisted_login_failed: [
    401,
    "LOGIN_FAILED",
    "El token no abre la sesión de este cliente: ya se usó, venció o es de otra persona. Pide uno nuevo en su ficha.",
  ],
  reset_invalid: [422, "RESET_INVALID", "Este enlace ya se usó o ya venció. Pide otro para elegir tu contraseña."],
  assisted_not_allowed: [
    403,
    "ASSISTED_NOT_ALLOWED",
    "En una sesión asistida no se cambian el usuario ni la contraseña: eso solo lo hace su dueño.",
  ],
  already_reviewed: [
    409,
    "ALREADY_REVIEWED",
    "Ya escribiste tu reseña. Puedes escribir otra por cada producto que te llegue.",
  ],
  too_many_requests: [429, "TOO_MANY_REQUESTS", "Van demasiados intentos. Espera un momento e intenta de nuevo."],
  order_not_found: [404, "ORDER_NOT_FOUND", "No encontramos este pedido."],
  move_not_allowed: [409, "MOVE_NOT_ALLOWED", "El pedido no puede pasar a ese estado."],
  tracking_missing: [422, "TRACKING_MISSING", "Falta el número de rastreo."],
  order_changed: [409, "ORDER_CHANGED", "Este pedido cambió mientras lo veías. Vuelve a cargarlo."],
  order_disputed: [409, "ORDER_DISPUTED", "El pago de este pedido está en disputa: no se envía hasta que se resuelva."],
  order_not_payable: [
    409,
    "ORDER_NOT_PAYABLE",
    "Este pedido no espera un pago en línea. Recarga la página para ver cómo va.",
  ],
  payment_unavailable: [
    503,
    "PAYMENT_UNAVAILABLE",
    "No pudimos iniciar el pago. Tu pedido está guardado: intenta de nuevo en un momento.",
  ],
  nothing_to_cancel: [409, "NOTHING_TO_CANCEL", "Ya no hay un pago pendiente que cancelar."],
  transfer_not_expected: [409, "TRANSFER_NOT_EXPECTED", "Este pedido no espera una transferencia."],
  receipt_missing: [422, "RECEIPT_MISSING", "Elige la imagen o el PDF de tu comprobante."],
  receipt_unreadable: [
    422,
    "RECEIPT_UNREADABLE",
    "No pudimos leer ese archivo. Sube tu comprobante como imagen (JPG, PNG o WebP) o PDF.",
  ],
  receipt_too_heavy: [413, "RECEIPT_TOO_HEAVY", "El archivo pesa demasiado: puede pesar hasta 5 MB."],
  receipt_too_many: [409, "RECEIPT_TOO_MANY", "Este pedido ya tiene muchos comprobantes. Escríbenos si falta algo."],
  nothing_to_refund: [409, "NOTHING_TO_REFUND", "No hay dinero de este pedido que devolver por Mercado Pago."],
  refund_too_much: [409, "REFUND_TOO_MUCH", "Es más de lo que queda por devolver."],
  nothing_to_send_back: [
    409,
    "NOTHING_TO_SEND_BACK",
    "No queda dinero de una transferencia de este pedido por devolver.",
  ],
  refund_amount_wrong: [422, "REFUND_AMOUNT_WRONG", "Escribe cuánto transferiste de regreso, p. ej. 150.50."],
  refund_day_wrong: [422, "REFUND_DAY_WRONG", "Revisa el día de la transferencia: va del día del pedido a hoy."],
  refund_reference_missing: [
    422,
    "REFUND_REFERENCE_MISSING",
    "Escribe la referencia o clave de rastreo de la transferencia: solo letras, números y guiones.",
  ],
  refund_reference_taken: [
    409,
    "REFUND_REFERENCE_TAKEN",
    "Ya hay una devolución de este pedido con esa referencia: revisa si es la misma.",
  ],
  refund_reason_missing: [422, "REFUND_REASON_MISSING", "Escribe el motivo, en 200 letras o menos."],
  refund_proof_unreadable: [
    422,
    "REFUND_PROOF_UNREADABLE",
    "No pudimos leer el comprobante. Súbelo como imagen (JPG, PNG o WebP) o PDF.",
  ],
  refund_ends_order: [
    409,
    "REFUND_ENDS_ORDER",
    "Es todo lo que se pagó: el pedido se cancelaría y sus piezas volverían a la tienda. Confírmalo, o revisa el monto.",
  ],
  refund_not_found: [404, "REFUND_NOT_FOUND", "Esa devolución no está, o ya se anuló."],
  refund_invoiced: [
    409,
    "REFUND_INVOICED",
    "Una factura o nota de crédito ya cuenta con esta devolución: cancélala antes.",
  ],
  invoicing_paused: [
    409,
    "INVOICING_PAUSED",
    "La facturación está en pausa. Intenta más tarde o escríbele a un asesor.",
  ],
  invoice_order_not_found: [404, "ORDER_NOT_FOUND", "Pedido no encontrado o estatus inválido"],
  in_global_invoice: [
    409,
    "IN_GLOBAL_INVOICE",
    "Este pedido ya está en la factura global de la tienda. Escríbele a un asesor para que te haga la tuya.",
  ],
  invoice_in_progress: [
    409,
    "INVOICE_IN_PROGRESS",
    "Este pedido se está facturando con otros datos. Espera un momento y mira cómo quedó.",
  ],
  // {day}: the last possible day.
  invoice_too_late: [
    409,
    "INVOICE_TOO_LATE",
    "Este pedido se podía facturar aquí hasta el {day}. Escríbele a un asesor.",
  ],
  // {rfc}: the receiver's RFC, shortened.
  invoiced_already: [
    409,
    "INVOICED_ALREADY",
    "Este pedido ya está facturado al RFC {rfc}. Si quieres cambiar los datos, escríbele a un asesor: la cancela y te hace otra.",
  ],
  receiver_invalid: [422, "VALIDATION_FAILED", "Revisa tus datos fiscales."],
  invoice_refused: [422, "INVOICE_REFUSED", "No pudimos timbrar tu factura."],
  invoice_pending: [
    503,
    "INVOICE_PENDING",
    "Tu factura se está timbrando y tarda más de lo normal. Te la mandamos en cuanto esté: no hace falta pedirla otra vez.",
  ],
  invoice_not_found: [404, "INVOICE_NOT_FOUND", "No encontramos esa factura."],
  invoice_not_cancellable: [409, "INVOICE_NOT_CANCELLABLE", "Solo se cancela una factura timbrada y vigente."],
  cancel_motive_wrong: [
    422,
    "CANCEL_MOTIVE_WRONG",
    "Ese motivo no va con esta factura: 02 o 03, 04 para una global, y 01 al sustituirla.",
  ],
  invoice_not_replaceable: [409, "INVOICE_NOT_REPLACEABLE", "Solo se sustituye la factura vigente de un pedido."],
  invoice_not_creditable: [
    409,
    "INVOICE_NOT_CREDITABLE",
    "La nota de crédito va contra la factura vigente de un pedido.",
  ],
  credit_too_much: [409, "CREDIT_TOO_MUCH", "Las notas de crédito juntas pasarían del total de la factura."],
  nothing_to_invoice: [409, "NOTHING_TO_INVOICE", "No hay nada que facturar ahí."],
  period_not_over: [409, "PERIOD_NOT_OVER", "El periodo todavía no termina: se factura al día siguiente."],
  two_months_not_allowed: [409, "TWO_MONTHS_NOT_ALLOWED", "La factura global bimestral es solo del régimen 621."],
  vault_key_missing: [409, "VAULT_KEY_MISSING", "Falta INVOICING_KEY: sin ella el certificado no se puede guardar."],
  still_there: [409, "STILL_THERE", "Aún hay piezas de esta talla: agrégala a tu carrito."],
  place_not_found: [404, "PLACE_NOT_FOUND", "Este enlace ya no abre ningún lugar en la lista de espera."],
  offer_over: [
    409,
    "OFFER_OVER",
    "Se acabó el tiempo en que te la apartamos y pasó a quien sigue. Puedes pedir otro aviso.",
  ],
  door_closed: [401, "DOOR_CLOSED", "Este enlace de la puerta ya no vale. Pide uno nuevo a quien organiza."],
  scan_not_found: [404, "SCAN_NOT_FOUND", "Este teléfono no dejó entrar a nadie con esa lectura."],
  undo_too_late: [409, "UNDO_TOO_LATE", "Ya pasó más de un minuto: esta entrada no se puede deshacer."],
  product_not_found: [404, "PRODUCT_NOT_FOUND", "No encontramos este producto."],
  picture_not_found: [404, "PICTURE_NOT_FOUND", "Este producto no tiene esa foto."],
  picture_unreadable: [422, "PICTURE_UNREADABLE", "Esto no es una foto que se pueda leer: usa JPEG, PNG, WebP o AVIF."],
  picture_heic: [
    422,
    "PICTURE_HEIC",
    "Las fotos HEIC del iPhone no se pueden usar aquí: guárdala como JPEG y súbela otra vez.",
  ],
  picture_too_heavy: [413, "PICTURE_TOO_HEAVY", "La foto pesa demasiado: puede pesar hasta 20 MB."],
  picture_too_large: [422, "PICTURE_TOO_LARGE", "La foto es demasiado grande: puede tener hasta 50 megapixeles."],
  picture_too_small: [422, "PICTURE_TOO_SMALL", "La foto es muy pequeña: necesita al menos 200 pixeles de ancho."],
  picture_too_long: [
    422,
    "PICTURE_TOO_LONG",
    "La foto es demasiado alargada: un lado puede medir hasta 10 veces el otro.",
  ],
  mailbox_code_wrong: [422, "MAILBOX_CODE_WRONG", "Ese no es el código. Revisa el correo más nuevo que te mandamos."],
  mailbox_code_over: [409, "MAILBOX_CODE_OVER", "Ese código ya no sirve. Pide otro y escríbelo aquí."],
  // {pieces}, {lines}: the limits of one cart.
  cart_full_guest: [
    409,
    "CART_LIMIT",
    "Sin cuenta, un carrito puede apartar hasta {pieces} y {lines}. Para llevar más, inicia sesión o crea tu cuenta; o escríbenos y te ayudamos.",
  ],
  cart_full: [
    409,
    "CART_LIMIT",
    "Tu carrito puede apartar hasta {pieces} y {lines}. Para llevar más, termina este pedido y haz otro, o escríbenos y te ayudamos.",
  ],
  address_full: [
    409,
    "ADDRESS_LIMIT",
    "Desde tu red ya hay muchas piezas apartadas. Termina tu pedido con lo que llevas, entra por otra red (por ejemplo, los datos de tu celular) o escríbenos.",
  ],
  device_full: [
    409,
    "DEVICE_LIMIT",
    "Desde este navegador ya hay muchas piezas apartadas. Termina un pedido o vacía el otro carrito antes de llevar más.",
  ],
  // {orders}, {pieces}: the limits of unpaid orders.
  unpaid_transfers_full: [
    409,
    "UNPAID_TRANSFERS_LIMIT",
    "Sin cuenta puedes dejar por pagar hasta {orders} por transferencia, con {pieces} entre todos. Para hacer este, elige el pago en línea, confirma tu correo o inicia sesión.",
  ],
  unpaid_transfers_full_here: [
    409,
    "UNPAID_TRANSFERS_LIMIT",
    "Sin cuenta puedes dejar por pagar hasta {orders}, con {pieces} entre todos. Para hacer este, confirma tu correo o inicia sesión.",
  ],
  unpaid_full_guest: [
    409,
    "UNPAID_LIMIT",
    "Sin cuenta puedes dejar por pagar hasta {orders}, con {pieces} entre todos. Paga alguno de los que tienes, o confirma tu correo o inicia sesión para hacer este.",
  ],
  unpaid_full: [
    409,
    "UNPAID_LIMIT",
    "Puedes dejar por pagar hasta {orders}, con {pieces} entre todos. Paga alguno de los que tienes para hacer este, o escríbenos y te ayudamos.",
  ],
  address_unpaid_full: [
    409,
    "ADDRESS_UNPAID_LIMIT",
    "Desde tu red ya hay muchos pedidos por pagar. Paga los tuyos, intenta por otra red (por ejemplo, los datos de tu celular) o escríbenos: tu carrito sigue como está.",
  ],
} as const satisfies Record<string, readonly [status: number, code: string, detail: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** The field that a refusal is about, where its sentence is shown. */
export const REFUSED_FIELD: Partial<Record<RefusalCode, string>> = {
  username_taken: "username",
  username_invalid: "username",
  sign_in_again: "username",
  password_missing: "password",
  password_short: "password",
  password_common: "password",
  password_wrong: "current",
  address_missing: "addressId",
  carrier_missing: "shippingId",
  mailbox_code_wrong: "code",
  mailbox_code_over: "code",
};

/** The nouns of numbers in sentences, singular and plural. */
const COUNTED: Record<string, readonly [one: string, many: string]> = {
  pieces: ["pieza", "piezas"],
  lines: ["talla distinta", "tallas distintas"],
  orders: ["pedido", "pedidos"],
};

/** The sentence of a refusal. Names in braces are replaced by the numbers that the refusal contains. */
export function refusalSentence({ refused, ...numbers }: Refusal): string {
  const [, , sentence] = REFUSALS[refused as RefusalCode];
  const values = numbers as Record<string, unknown>;
  return sentence.replaceAll(/\{(\w+)\}/g, (name, key: string) => {
    const [number, words] = [values[key], COUNTED[key]];
    if (typeof number !== "number" || !words) return name;
    return `${number.toLocaleString("es-MX")} ${number === 1 ? words[0] : words[1]}`;
  });
}
