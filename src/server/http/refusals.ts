/** What each "no" of the business is on the wire: its status, its code, and a sentence a shopper can read. */
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
  selling_disabled: [409, "SELLING_DISABLED", "Por ahora la tienda no está vendiendo en línea."],
  customer_not_found: [404, "CUSTOMER_NOT_FOUND", "No encontramos tus datos. Inicia sesión o continúa como invitado."],
  address_not_found: [404, "ADDRESS_NOT_FOUND", "No encontramos esa dirección entre las tuyas."],
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
  password_wrong: [422, "PASSWORD_WRONG", "La contraseña actual es incorrecta"],
  login_failed: [401, "LOGIN_FAILED", "Usuario y/o contraseña incorrectos"],
  reset_invalid: [422, "RESET_INVALID", "Este enlace ya se usó o ya venció. Pide otro para elegir tu contraseña."],
  assisted_not_allowed: [
    403,
    "ASSISTED_NOT_ALLOWED",
    "En una sesión asistida no se cambian el usuario ni la contraseña: eso solo lo hace su dueño.",
  ],
  too_many_requests: [429, "TOO_MANY_REQUESTS", "Van demasiados intentos. Espera un momento e intenta de nuevo."],
  order_not_found: [404, "ORDER_NOT_FOUND", "No encontramos este pedido."],
  move_not_allowed: [409, "MOVE_NOT_ALLOWED", "El pedido no puede pasar a ese estado."],
  tracking_missing: [422, "TRACKING_MISSING", "Falta el número de rastreo."],
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
} as const satisfies Record<string, readonly [status: number, code: string, detail: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** The field a refusal is about, for a sentence beside it. */
export const REFUSED_FIELD: Partial<Record<RefusalCode, string>> = {
  username_taken: "username",
  username_invalid: "username",
  password_missing: "password",
  password_short: "password",
  password_wrong: "current",
  address_missing: "addressId",
  carrier_missing: "shippingId",
};
