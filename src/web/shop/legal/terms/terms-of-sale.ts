import { paths } from "../../../paths.ts";
import type { LegalFacts } from "../../../../contract/legal-facts.ts";
import type { LegalText } from "../../../../domain/legal-text.ts";
import { responsiblePartyName } from "../legal-phrases.ts";

/**
 * The terms of a purchase, with the shop's own figures. They follow the Ley Federal de Protección al Consumidor (LFPC),
 * above all articles 7 Bis (prices that include all charges) and 76 Bis (sales by electronic means).
 */
export function termsOfSale(facts: LegalFacts): LegalText {
  const { shop, origin, agreed: agreedTerms } = facts;
  const { carts, company, management, orders, payments } = shop.settings;
  return {
    title: "Términos y condiciones",
    description: `Cómo se compra en ${shop.name}: precios, apartado, mayoreo, pagos, envíos y tus derechos como consumidor.`,
    updatedOn: "2026-11-21",
    sections: [
      {
        title: "Quién vende",
        paragraphs: [
          `Esta tienda en línea, ${origin}, la opera ${responsiblePartyName(facts)}${company.address ? `, con domicilio en ${company.address}` : ""}. Al hacer un pedido aceptas estos términos. Nada de lo que dicen limita los derechos que te da la Ley Federal de Protección al Consumidor (LFPC), que no son renunciables.`,
          ...(management.canSell
            ? []
            : [
                "Por ahora la tienda muestra su catálogo y no recibe pedidos en línea; los pedidos anteriores siguen en pie.",
              ]),
        ],
      },
      {
        title: "Precios",
        paragraphs: [
          "Los precios están en pesos mexicanos (MXN) e incluyen el IVA. El envío, el empaque, el seguro opcional y, en su caso, la comisión por pago en línea se muestran por separado, desde el carrito y antes de confirmar; el total que ves al confirmar es lo que pagas.",
          "Vale el precio vigente al confirmar tu pedido. Si un precio tuviera un error evidente, te avisamos antes de cobrarte y tú decides si sigues o cancelas sin costo.",
          ...(orders.allowWholesale
            ? [
                `Precio de mayoreo: si tu carrito suma ${orders.wholesaleQty} piezas o más, surtidas como quieras, cada producto que tiene precio de mayoreo se cobra a ese precio.`,
              ]
            : []),
        ],
      },
      {
        title: "Carrito y apartado",
        paragraphs: [
          `Al agregar una talla a tu carrito apartamos esas piezas para ti durante ${durationText(carts.timeout)}. El reloj vuelve a empezar cuando agregas más piezas, hasta un máximo de tres veces ese tiempo desde la primera. Si se acaba sin que confirmes, las piezas vuelven a la tienda; puedes recuperar las que sigan disponibles.`,
          "Tener piezas en el carrito no es todavía una compra. La compra queda hecha cuando confirmas el pedido y recibes su número.",
          ...(orders.allowGuest
            ? ["Puedes comprar sin crear una cuenta."]
            : ["Para comprar necesitas una cuenta con tu nombre y tu teléfono."]),
        ],
      },
      {
        title: "Pago",
        paragraphs: [
          ...(payments.enabled
            ? [
                `En línea, con Mercado Pago: tienes ${payments.windows.online} horas para pagar. Si eliges pagar en una tienda de conveniencia, cuenta la vigencia de tu ficha y 24 horas más.`,
              ]
            : []),
          ...(payments.transfer
            ? [
                `Por transferencia bancaria: tienes ${payments.windows.transfer} horas. Paga el total exacto y usa tu número de pedido como concepto.`,
              ]
            : []),
          "Un pedido que no se paga a tiempo se cancela y sus piezas vuelven a la tienda. Si tu pago llega después, te entregamos las piezas si todavía las hay; si no, te devolvemos todo tu dinero.",
        ],
      },
      {
        title: "Envío y entrega",
        paragraphs: [
          "Enviamos dentro de la República Mexicana con la paquetería que elijas al confirmar, que muestra su precio y su plazo. El plazo cuenta desde que sale tu pedido, y te damos un número de rastreo para seguirlo.",
          "Revisa el paquete al recibirlo. Si llega abierto o dañado, anótalo con la paquetería y escríbenos con fotos. Si aseguraste tu envío, el seguro cubre su pérdida o daño en el camino.",
          "Los boletos digitales se mandan a tu correo cuando se confirma el pago; no pagan envío.",
        ],
      },
      {
        title: "Preventa",
        paragraphs: [
          "Los productos en preventa se compran con un código de acceso y no se mezclan con otros en el mismo pedido. Algunos se hacen sobre pedido; su fecha estimada te la confirma tu asesor.",
        ],
      },
      ...(agreedTerms.length > 0
        ? [
            {
              title: "Lo que aceptas al confirmar",
              paragraphs: [
                "Antes de confirmar tu pedido te mostramos estas condiciones y guardamos la versión y la hora en que las aceptas:",
                ...agreedTerms.map(({ title, text }) => `${title}. ${text}`),
              ],
            },
          ]
        : []),
      {
        title: "Cambios, devoluciones y cancelación",
        paragraphs: [
          `Puedes cancelar un pedido que aún no se ha enviado. Los cambios, las devoluciones y las garantías están en ${origin}${paths.returns}.`,
        ],
      },
      ...(management.allowInvoicing
        ? [
            {
              title: "Facturación",
              paragraphs: [
                "Si necesitas factura (CFDI 4.0), pídela con tu número de pedido y tu teléfono cuando tu pedido esté enviado. RFC, nombre, régimen y código postal deben ser iguales a los de tu Constancia de Situación Fiscal.",
              ],
            },
          ]
        : []),
      {
        title: "Tu cuenta y el uso de la tienda",
        paragraphs: [
          "Cuida tu contraseña y avísanos si crees que alguien más la usa. No está permitido usar programas para acaparar piezas, probar códigos o tarjetas ajenas, ni publicar reseñas falsas u ofensivas; podemos retirar una reseña así o cerrar la cuenta.",
          "Las fotografías muestran el producto lo mejor posible; el color puede variar un poco según tu pantalla. Los textos, fotografías y marcas son de la tienda o de sus titulares.",
        ],
      },
      {
        title: "Quejas, PROFECO y jurisdicción",
        paragraphs: [
          "Si algo no salió bien, escríbenos primero: queremos resolverlo. También puedes acudir a la Procuraduría Federal del Consumidor (PROFECO): Teléfono del Consumidor 55 5568 8722 y 800 468 8722, o www.gob.mx/profeco. PROFECO es competente en la vía administrativa para resolver cualquier controversia sobre estos términos.",
          "Se aplican las leyes federales de los Estados Unidos Mexicanos. Si hiciera falta un juez, son competentes los tribunales del domicilio del consumidor o los del domicilio de la tienda, a elección del consumidor.",
        ],
      },
    ],
  };
}

/** A duration as "20 minutos", "1 hora" or "1 hora y 30 minutos". Fractions of a minute are rounded up. */
function durationText(timeoutMinutes: number): string {
  const minutes = Math.ceil(timeoutMinutes);
  const parts = [countWithNoun(Math.floor(minutes / 60), "hora"), countWithNoun(minutes % 60, "minuto")];
  return parts.filter(Boolean).join(" y ");
}

/** A count with its noun, or an empty text for 0. */
function countWithNoun(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
