import { SORT_KEYS } from "../../../contract/sort-keys.ts";
import type { SettingField } from "./fields.ts";

/** Settings that are saved together and share one preview. */
export interface SettingsSection {
  /** The last part of the section's path. */
  key: string;
  title: string;
  /** A short description, in the list of sections. */
  lead: string;
  fields: readonly SettingField[];
}

const SORT_LABEL: Record<(typeof SORT_KEYS)[number], string> = {
  "-createdOn": "Lo más nuevo primero",
  createdOn: "Lo más antiguo primero",
  name: "Por nombre",
  price: "Del más barato al más caro",
  "-price": "Del más caro al más barato",
};

export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  {
    key: "tienda",
    title: "Tienda y contacto",
    lead: "Nombre, color y quién responde por la tienda.",
    fields: [
      {
        path: "name",
        label: "Nombre de la tienda",
        hint: "Sale en el encabezado, los correos, los recibos y el título de cada página.",
        kind: "text",
      },
      {
        path: "color",
        label: "Color",
        hint: "El de los avisos y las barras de avance.",
        kind: "color",
      },
      {
        path: "storefront.typeface",
        label: "Letra de los títulos",
        hint: "El resto del texto no cambia.",
        kind: {
          choices: [
            ["editorial", "Editorial: Instrument Serif, de revista"],
            ["classic", "Clásica: Marcellus, de letrero"],
            ["plain", "Sencilla: la misma del texto"],
          ],
        },
      },
      {
        path: "company.legalName",
        label: "Razón social",
        hint: "Quién vende, en los textos legales. Vacía, se dice el nombre de la tienda.",
        kind: "text",
      },
      {
        path: "company.address",
        label: "Domicilio",
        hint: "Sale en los textos legales y en el contacto. La ley pide uno (LFPC, art. 76 Bis).",
        kind: "lines",
      },
      {
        path: "company.email",
        label: "Correo de la tienda",
        hint: "A él llegan las respuestas a los correos de pedidos.",
        kind: "text",
      },
      { path: "company.phone", label: "Teléfono", hint: "Sale al pie de la tienda y en el contacto.", kind: "text" },
    ],
  },
  {
    key: "carrito",
    title: "Carrito y tiempos",
    lead: "Cuánto se apartan las piezas de un carrito.",
    fields: [
      {
        path: "carts.timeout",
        label: "Tiempo del carrito",
        hint: "Cuánto quedan apartadas las piezas desde el último cambio; a lo más tres veces desde la primera. Después vuelven a la venta.",
        kind: "number",
        unit: "minutos",
      },
      {
        path: "orders.presaleCap",
        label: "Tope de piezas sobre pedido",
        hint: "Cuántas piezas sin existencias puede encargar en total un código de preventa. Con 0 solo se vende lo que hay.",
        kind: "number",
        unit: "piezas",
      },
    ],
  },
  {
    key: "cambios-del-cliente",
    title: "Cambios del cliente",
    lead: "Qué cambia de su pedido quien compró, sin escribirte.",
    fields: [
      {
        path: "customerChanges.cancel",
        label: "Cancela su pedido sin pagar",
        hint: "Mientras no haya un pago en camino. Lo apartado vuelve a la venta.",
        kind: "check",
      },
      {
        path: "customerChanges.address",
        label: "Cambia la dirección de su pedido",
        hint: "Hasta que lo empaquen. Su libreta de direcciones se queda igual.",
        kind: "check",
      },
      {
        path: "customerChanges.pickup",
        label: "Cambia el punto donde recoge su pedido",
        hint: "Hasta que esté listo. Quién más puede recogerlo lo cambia siempre, hasta que se entrega.",
        kind: "check",
      },
    ],
  },
  {
    key: "recoger",
    title: "Recoger en tienda",
    lead: "Qué pasa con un pedido listo que nadie recoge. Los puntos están en Envíos y pagos.",
    fields: [
      {
        path: "pickups.remindAfterDays",
        label: "Recordar a quien no ha venido",
        hint: "Un correo, con el último día para recogerlo.",
        kind: "number",
        unit: "días después de estar listo",
      },
      {
        path: "pickups.keepDays",
        label: "Guardar el pedido",
        hint: "Después del recordatorio siempre quedan al menos tres días.",
        kind: "number",
        unit: "días después de estar listo",
      },
      {
        path: "pickups.cancelUncollected",
        label: "Después, cancelarlo y devolver el dinero",
        hint: "Lo pagado en línea se devuelve solo; una transferencia queda en tus avisos. Si no, tú decides qué hacer con cada uno.",
        kind: "check",
      },
    ],
  },
  {
    key: "devoluciones",
    title: "Devoluciones y cambios",
    lead: "Cuántos días hay para pedirlas y quién paga el regreso.",
    fields: [
      {
        path: "returns.windowDays",
        label: "Plazo para devolver o cambiar",
        hint: "Desde que llega el pedido. La ley da cinco días hábiles (LFPC, art. 56): nunca se da menos, aunque aquí diga 5.",
        kind: "number",
        unit: "días",
      },
      {
        path: "returns.wayBack",
        label: "Quién paga el regreso",
        hint: "Si llegó con un defecto, equivocado o distinto, siempre lo paga la tienda.",
        kind: {
          choices: [
            ["customer", "Quien compró"],
            ["shop", "La tienda"],
          ],
        },
      },
      {
        path: "returns.firstExchangeFree",
        label: "El primer cambio es gratis",
        hint: "La tienda paga el regreso del primer cambio de cada pedido.",
        kind: "check",
      },
      {
        path: "returns.instructions",
        label: "A dónde y cómo se envía",
        hint: "Va en el correo de cada devolución aprobada: domicilio, horario, qué escribir en el paquete.",
        kind: "lines",
      },
    ],
  },
  {
    key: "topes",
    title: "Topes para apartar",
    lead: "Cuánto puede apartar alguien sin pagar, para que nadie vacíe la tienda.",
    fields: [
      {
        path: "limits.cart.guest.pieces",
        label: "Carrito sin cuenta",
        hint: "Con más, se pide una cuenta. Al personal no lo detiene ningún tope de esta página: un pedido grande lo puede tomar por teléfono.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.cart.guest.lines",
        label: "Carrito sin cuenta, surtido",
        hint: "Cuántas tallas o productos distintos lleva a lo más.",
        kind: "number",
        unit: "tallas",
      },
      {
        path: "limits.cart.customer.pieces",
        label: "Carrito con cuenta",
        hint: "Vale también para quien compra sin cuenta y confirmó su correo.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.cart.customer.lines",
        label: "Carrito con cuenta, surtido",
        hint: "Cuántas tallas o productos distintos lleva a lo más.",
        kind: "number",
        unit: "tallas",
      },
      {
        path: "limits.cart.wholesale.pieces",
        label: "Carrito de quien ya compró mayoreo",
        hint: "Con cuenta y al menos un pedido de mayoreo pagado.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.cart.wholesale.lines",
        label: "Carrito de quien ya compró mayoreo, surtido",
        hint: "Cuántas tallas o productos distintos lleva a lo más.",
        kind: "number",
        unit: "tallas",
      },
      {
        path: "limits.unpaid.guestTransfer.orders",
        label: "Transferencias por pagar, sin cuenta",
        hint: "Pedidos que una persona (por su celular o su correo) puede dejar sin pagar. Con más, se le pide pagar en línea, confirmar su correo o entrar a su cuenta.",
        kind: "number",
        unit: "pedidos",
      },
      {
        path: "limits.unpaid.guestTransfer.pieces",
        label: "Lo que suman esas transferencias",
        hint: "Entre todos los que siguen sin pagar.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.unpaid.guest.orders",
        label: "Pedidos por pagar, sin cuenta",
        hint: "Como sea que se paguen.",
        kind: "number",
        unit: "pedidos",
      },
      {
        path: "limits.unpaid.guest.pieces",
        label: "Lo que suman esos pedidos, sin cuenta",
        hint: "Entre todos los que siguen sin pagar.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.unpaid.customer.orders",
        label: "Pedidos por pagar, con cuenta",
        hint: "O sin cuenta, con el correo confirmado.",
        kind: "number",
        unit: "pedidos",
      },
      {
        path: "limits.unpaid.customer.pieces",
        label: "Lo que suman esos pedidos, con cuenta",
        hint: "Entre todos los que siguen sin pagar.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.unpaid.wholesale.orders",
        label: "Pedidos por pagar de quien ya compró mayoreo",
        hint: "Con cuenta y al menos un pedido de mayoreo pagado.",
        kind: "number",
        unit: "pedidos",
      },
      {
        path: "limits.unpaid.wholesale.pieces",
        label: "Lo que suman esos pedidos de mayoreo",
        hint: "Entre todos los que siguen sin pagar.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.device.pieces",
        label: "Carritos de un mismo navegador",
        hint: "Piezas apartadas a la vez en todos sus carritos.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.address.pieces",
        label: "Carritos de una misma red",
        hint: "Una oficina, una casa o parte de una compañía de celular salen a internet como una sola red: aquí caben muchas personas.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.address.unpaidOrders",
        label: "Pedidos por pagar de una misma red",
        hint: "De todas las personas que compran desde ella.",
        kind: "number",
        unit: "pedidos",
      },
      {
        path: "limits.address.unpaidPieces",
        label: "Lo que suman los pedidos de una misma red",
        hint: "Entre todos los que siguen sin pagar.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.address.stockPercent",
        label: "Parte de la tienda para una misma red",
        hint: "De todas las piezas que hay, lo más que una red puede tener en carritos y pedidos por pagar.",
        kind: "number",
        unit: "%",
      },
      {
        path: "limits.address.stockFloor",
        label: "Piezas que una red siempre puede apartar",
        hint: "En una tienda pequeña ese porcentaje es muy poco: estas piezas se pueden apartar aunque sean más.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "limits.alarmPercent",
        label: "Avisar en Inicio",
        hint: "Cuando una sola red o un solo navegador tiene apartada esta parte de las piezas. Cuenta el ajuste de la matriz.",
        kind: "number",
        unit: "%",
      },
    ],
  },
  {
    key: "mayoreo",
    title: "Mayoreo y empaque",
    lead: "Desde cuántas piezas baja el precio, y lo que cuesta empacar.",
    fields: [
      {
        path: "orders.allowWholesale",
        label: "Vender a precio de mayoreo",
        hint: "Apagado, todos pagan el precio de menudeo, sin importar cuántas piezas lleven.",
        kind: "check",
      },
      {
        path: "orders.wholesaleQty",
        label: "Piezas para mayoreo",
        hint: "Con tantas piezas en el carrito, surtidas como sea, cada producto con precio de mayoreo se cobra a ese precio.",
        kind: "number",
        unit: "piezas",
      },
      {
        path: "orders.wholesaleDto",
        label: "Descuento de mayoreo de la sucursal",
        hint: "Lo que se resta a cada pieza de su precio en esta sucursal. Nunca baja de cero.",
        kind: "number",
        unit: "pesos por pieza",
        shopKind: "branch",
      },
      {
        path: "orders.packaging",
        label: "Empaque",
        hint: "Se cobra una vez por pedido con algo que empacar; los boletos no se empacan. Se ve desde el carrito. La ley pide exhibir el precio total (LFPC, art. 7 Bis): con 0 no se cobra ni sale ningún renglón.",
        kind: "number",
        unit: "pesos por pedido",
      },
    ],
  },
  {
    key: "catalogo",
    title: "Qué muestra el catálogo",
    lead: "Existencias, descripciones y el orden de las listas.",
    fields: [
      {
        path: "orders.products.sortkey",
        label: "Orden de las listas",
        hint: "Como se ven los productos al entrar; cada quien puede elegir otro.",
        kind: { choices: SORT_KEYS.map((key) => [key, SORT_LABEL[key]] as const) },
      },
      {
        path: "products.showWholesalePrice",
        label: "Mostrar el precio de mayoreo",
        hint: "Junto al precio, con las piezas que hacen falta. Apagado, en las listas lo ve quien elige «Precios de mayoreo».",
        kind: "check",
      },
      {
        path: "products.showStock",
        label: "Mostrar cuántas piezas quedan",
        hint: "Apagado, solo se ve si una talla está agotada.",
        kind: "check",
      },
      {
        path: "products.showDescription",
        label: "Mostrar la descripción",
        hint: "En la página del producto.",
        kind: "check",
      },
      {
        path: "products.showDetailsButton",
        label: "Botón «Ver detalles»",
        hint: "En la ventana para agregar tallas desde la lista.",
        kind: "check",
      },
    ],
  },
  {
    key: "mensajes",
    title: "Textos y mensajes",
    lead: "La cinta de avisos y el mensaje al pie.",
    fields: [
      {
        path: "storefront.messages",
        label: "Cómo se ven los avisos",
        hint: "Una línea quieta arriba de cada página, o una cinta que pasa en la portada.",
        kind: {
          choices: [
            ["line", "En una línea quieta"],
            ["marquee", "En una cinta que pasa"],
          ],
        },
      },
      {
        path: "messages",
        label: "Avisos de la cinta",
        hint: "Pasan bajo el encabezado de la tienda, cada uno en su color. Deja vacío el texto para quitar uno.",
        kind: "messages",
      },
      {
        path: "orders.message",
        label: "Mensaje al pie",
        hint: "Sale al pie de todas las páginas de la tienda.",
        kind: "lines",
      },
    ],
  },
  {
    key: "redes",
    title: "Redes y chat",
    lead: "El botón que abre una conversación con la tienda.",
    fields: [
      {
        path: "chat",
        label: "Botón de chat",
        hint: "En WhatsApp, el número con su lada de país (52…). En Messenger, el nombre de tu página. Vacío, no hay botón.",
        kind: "chat",
        shopKind: "headOffice",
      },
    ],
  },
  {
    key: "cuentas",
    title: "Cuentas y reseñas",
    lead: "Quién puede comprar sin cuenta, cómo acepta los términos, contraseñas y opiniones.",
    fields: [
      {
        path: "orders.allowGuest",
        label: "Comprar sin cuenta",
        hint: "Apagado, hay que registrarse o entrar antes de pedir.",
        kind: "check",
      },
      {
        path: "orders.termsInTwoSteps",
        label: "Aceptar términos en dos pasos",
        hint: "Encendido, cada página de los términos se abre y se acepta por separado. Apagado, basta una casilla, con enlaces para leerlas.",
        kind: "check",
      },
      {
        path: "accounts.passwordMin",
        label: "Contraseña al registrarse",
        hint: "Cuántos caracteres lleva por lo menos. Conviene 8 o más; las más comunes no se aceptan nunca.",
        kind: "number",
        unit: "caracteres",
      },
      {
        path: "accounts.checkoutPasswordMin",
        label: "Contraseña al comprar",
        hint: "Lo mismo, para quien abre su cuenta mientras compra.",
        kind: "number",
        unit: "caracteres",
      },
      {
        path: "accounts.unverifiedMailsPerDay",
        label: "Correos a un buzón sin confirmar",
        hint: "Cuántos le llegan a lo más en 24 horas, para que nadie llene el de otra persona. Los de tus clientes con cuenta y los de pedidos pagados salen siempre.",
        kind: "number",
        unit: "al día",
      },
      {
        path: "reviews.approveFirst",
        label: "Revisar reseñas antes de publicarlas",
        hint: "Apagado, cada reseña se ve en cuanto se escribe.",
        kind: "check",
      },
      {
        path: "reviews.inviteAfterDays",
        label: "Invitar a reseñar",
        hint: "Días después de enviar el pedido: sale un solo correo, a clientes con cuenta que no lo rechazaron. Con 0 no sale. Dilo en tu aviso de privacidad.",
        kind: "number",
        unit: "días",
      },
    ],
  },
  {
    key: "entregas",
    title: "Entregas",
    lead: "A qué hora salen los pedidos del día, y qué se escribe cuando llegan.",
    fields: [
      {
        path: "delivery.cutOff",
        label: "Hora de corte",
        hint: "Lo que se paga antes sale ese mismo día hábil; lo demás, el siguiente. De aquí y de los días de cada paquetería sale «llega entre el martes y el jueves».",
        kind: "text",
      },
      {
        path: "delivery.askWhenDelivered",
        label: "Preguntar si todo llegó bien",
        hint: "Un correo cuando anotas que el pedido se entregó. Apagado, no sale.",
        kind: "check",
      },
    ],
  },
  {
    key: "pago-en-linea",
    title: "Pago en línea",
    lead: "Mercado Pago, su comisión y el plazo para pagar.",
    fields: [
      {
        path: "payments.enabled",
        label: "Ofrecer pago en línea",
        hint: "Tarjeta o efectivo en tienda de conveniencia, por Mercado Pago.",
        kind: "check",
      },
      {
        path: "payments.public_key",
        label: "Clave pública de Mercado Pago",
        hint: "Empieza con APP_USR-. La clave privada no va aquí: la pone quien instala la tienda.",
        kind: "text",
      },
      {
        path: "payments.fee",
        label: "Comisión",
        hint: "Lo que paga de más quien paga en línea. Ojo: cobrar por pagar con tarjeta va contra el artículo 7 Bis de la LFPC, según Profeco. Con 0 no sale ningún renglón.",
        kind: "number",
        unit: "%",
      },
      {
        path: "payments.base",
        label: "Comisión fija",
        hint: "Pesos que se suman a la comisión de cada pedido, antes de IVA.",
        kind: "number",
        unit: "pesos",
      },
      {
        path: "payments.installments.confirmed",
        label: "Confirmo que activé los meses sin intereses en mi panel de Mercado Pago",
        hint: "Mercado Pago no nos lo dice: si ahí no están activos, quien compra vería una promesa que al pagar no existe. Sin confirmar no salen en la tienda.",
        kind: "check",
      },
      {
        path: "payments.installments.plans",
        label: "Meses sin intereses",
        hint: "Desde cuántos pesos de compra se ofrece cada plazo; vacío no se ofrece. Ninguna mensualidad baja de $100. El costo lo pagas tú a Mercado Pago, y no van junto con una comisión por pagar en línea: Condusef advierte de subir el precio y llamarlo «sin intereses».",
        kind: "installmentPlans",
      },
      {
        path: "payments.windows.online",
        label: "Plazo para pagar en línea",
        hint: "Pasado este tiempo sin pago, el pedido se cancela y sus piezas vuelven a la tienda.",
        kind: "number",
        unit: "horas",
      },
      {
        path: "payments.windows.voucherDays",
        label: "Vigencia de la ficha de efectivo",
        hint: "Días que se puede pagar en la tienda de conveniencia, de 1 a 7.",
        kind: "number",
        unit: "días",
      },
    ],
  },
  {
    key: "transferencia",
    title: "Transferencia bancaria",
    lead: "Las cuentas a las que se transfiere y los plazos.",
    fields: [
      {
        path: "payments.transfer",
        label: "Ofrecer transferencia",
        hint: "Quien compra transfiere y sube su comprobante; alguien de la tienda lo confirma.",
        kind: "check",
      },
      {
        path: "payments.accounts",
        label: "Cuentas",
        hint: "Salen en el pedido por pagar, en este orden. La CLABE se comprueba con su último dígito. Deja vacía una cuenta para quitarla.",
        kind: "bankAccounts",
      },
      {
        path: "payments.windows.transfer",
        label: "Plazo para transferir",
        hint: "Pasado este tiempo sin comprobante, el pedido se cancela y sus piezas vuelven a la tienda.",
        kind: "number",
        unit: "horas",
      },
      {
        path: "payments.windows.receipt",
        label: "Plazo para revisar un comprobante",
        hint: "Desde que llega, las piezas se guardan al menos este tiempo mientras lo revisan.",
        kind: "number",
        unit: "horas",
      },
      {
        path: "payments.windows.receiptDays",
        label: "Guardar los comprobantes",
        hint: "Días después de enviar o cancelar el pedido; luego se borra el archivo y queda quién lo aceptó y cuándo. Los rechazados se borran enseguida.",
        kind: "number",
        unit: "días",
      },
    ],
  },
  {
    key: "facturacion",
    title: "Facturación",
    lead: "Si quien compra puede pedir su factura.",
    fields: [
      {
        path: "management.allowInvoicing",
        label: "Facturar en la tienda",
        hint: "Apagado, la página de facturación dice que está en pausa y que pregunten a un asesor.",
        kind: "check",
      },
    ],
  },
  {
    key: "analitica",
    title: "Analítica",
    lead: "Quién mide las visitas, solo con permiso de cada visitante.",
    fields: [
      {
        path: "analytics",
        label: "Identificador de Google Analytics 4",
        hint: "Se escribe como G-ABC123DEF4. Con él, la tienda pregunta por las cookies; vacío, no se mide nada.",
        kind: "ga4",
      },
    ],
  },
  {
    key: "mantenimiento",
    title: "Venta y mantenimiento",
    lead: "Cerrar la venta o la tienda entera, y qué se dice.",
    fields: [
      {
        path: "management.canSell",
        label: "Vender en línea",
        hint: "Apagado, se ve el catálogo sin precios, carrito ni registro; los pedidos hechos siguen.",
        kind: "check",
      },
      {
        path: "management.maintenance.enabled",
        label: "Tienda en mantenimiento",
        hint: "Todas las páginas dicen que volvemos pronto. Siguen abiertos el panel, la puerta de eventos, los avisos de pago y los correos.",
        kind: "check",
      },
      {
        path: "management.maintenance.information",
        label: "Qué se dice mientras tanto",
        hint: "Por ejemplo, a qué hora abren. Vacío, «Volvemos muy pronto. Tus pedidos siguen a salvo.»",
        kind: "lines",
      },
    ],
  },
];

/** The fields of a section for this kind of shop. */
export function fieldsOf(section: SettingsSection, kind: "headOffice" | "branch"): readonly SettingField[] {
  return section.fields.filter(({ shopKind }) => shopKind === undefined || shopKind === kind);
}

/** Labels of the settings in the change log. */
export const SETTING_LABEL: Record<string, string> = {
  logo: "Logo",
  banners: "Banners",
  "storefront.home": "Portada",
  terms: "Términos al comprar",
  "management.opened": "Tienda abierta al público",
  ...Object.fromEntries(SETTINGS_SECTIONS.flatMap(({ fields }) => fields.map(({ path, label }) => [path, label]))),
};
