import { paths } from "../../../paths.ts";
import type { LegalFacts } from "../../../../contract/legal-facts.ts";
import type { LegalText } from "../../../../domain/legal-text.ts";
import { contactPhrase, responsiblePartyName } from "../legal-phrases.ts";

/**
 * The whole privacy notice that the Ley Federal de Protección de Datos Personales en Posesión de los Particulares
 * requires (DOF 20-03-2025, in force since 21-03-2025: the authority is the Secretaría Anticorrupción y Buen Gobierno).
 */
export function privacyNotice(facts: LegalFacts): LegalText {
  const { shop, origin } = facts;
  const { company, management, payments } = shop.settings;
  return {
    title: "Aviso de privacidad",
    description: `Qué datos personales usa ${shop.name}, para qué, con quién los comparte y cómo ejercer tus derechos ARCO.`,
    updatedOn: "2026-11-21",
    sections: [
      {
        title: "Quién es responsable de tus datos",
        paragraphs: [
          `El responsable del tratamiento de tus datos personales es ${responsiblePartyName(facts)}${company.address ? `, con domicilio en ${company.address}` : ""}. Este aviso vale para la tienda en línea ${origin} y cumple con la Ley Federal de Protección de Datos Personales en Posesión de los Particulares («la Ley»), publicada en el Diario Oficial de la Federación el 20 de marzo de 2025.`,
          ...(company.address
            ? []
            : ["Si necesitas el domicilio del responsable para un trámite, pídelo y te lo damos sin costo."]),
        ],
      },
      {
        title: "Qué datos usamos",
        paragraphs: [
          "Solo pedimos lo que hace falta para atenderte. Puedes ver la tienda completa sin darnos ningún dato.",
          [
            "De identificación y contacto: nombre, apellidos, teléfono celular y, si nos lo das, correo electrónico.",
            "De entrega: calle y número, colonia, código postal, municipio o alcaldía y estado.",
            "De tu cuenta, si creas una: nombre de usuario y una huella de tu contraseña; la contraseña misma no la guardamos.",
            "De tus pedidos: productos, importes, forma de pago, número de rastreo y lo que nos escribas en una reseña.",
            ...(management.allowInvoicing
              ? ["Fiscales, si pides factura: RFC, nombre o razón social, régimen, uso del CFDI y domicilio fiscal."]
              : []),
            "Técnicos: la dirección IP con la que nos visitas, para cuidar la tienda de abusos. Mientras apartas piezas, o un pedido espera su pago, guardamos de ella solo una huella cifrada, para que nadie acapare las existencias; se borra en cuanto terminas.",
          ],
          "No pedimos ni guardamos datos personales sensibles. Los datos de tu tarjeta los recibe directamente el proveedor de pagos: nunca pasan por nosotros ni los guardamos.",
          "La tienda está dirigida a personas mayores de edad. Si una persona menor nos dio sus datos, su madre, padre o tutor puede pedirnos que los borremos.",
        ],
      },
      {
        title: "Para qué los usamos",
        paragraphs: [
          "Estas finalidades son necesarias para la compra que nos pides; sin ellas no podríamos atenderte:",
          [
            "Apartar tus piezas, registrar tu pedido, cobrarlo, prepararlo y entregarlo.",
            "Avisarte cómo va tu pedido y responder tus preguntas, cambios, devoluciones y garantías.",
            "Mantener tu cuenta y tu sesión, y prevenir fraudes.",
            ...(management.allowInvoicing ? ["Emitir tus comprobantes fiscales."] : []),
            "Cumplir obligaciones fiscales, mercantiles y de protección al consumidor.",
          ],
          "Estas otras no son necesarias, y solo ocurren si las aceptas:",
          [
            "Medir de forma estadística cómo se usa la tienda, para mejorarla.",
            "Publicar la reseña que escribas, con tu nombre o como anónimo.",
            "Avisarte cuando vuelva una talla, si tú lo pediste.",
          ],
          `Puedes decir que no a estas últimas desde el principio, o retirar tu consentimiento más adelante, escribiéndonos ${contactPhrase(facts)}. Tu negativa no cambia el precio ni el servicio de tus compras.`,
        ],
      },
      {
        title: "Con quién los compartimos",
        paragraphs: [
          "No vendemos ni rentamos tus datos. Los comunicamos únicamente a quien hace falta para cumplir lo que nos pides:",
          [
            "La paquetería que elijas, para entregar tu pedido: nombre, teléfono y dirección.",
            ...(payments.enabled
              ? ["Mercado Pago, para cobrar en línea y prevenir fraudes: los datos de tu pago."]
              : []),
            ...(payments.transfer ? ["La institución bancaria, si pagas por transferencia."] : []),
            ...(management.allowInvoicing
              ? [
                  "El proveedor autorizado de certificación (PAC) y el Servicio de Administración Tributaria (SAT), para timbrar tu factura: tus datos fiscales.",
                ]
              : []),
            ...(shop.shopType === "branch"
              ? ["La tienda matriz, que surte los pedidos de esta sucursal: los datos de tu pedido."]
              : []),
            "Las autoridades que lo pidan conforme a la ley.",
          ],
          "Estas comunicaciones son necesarias para cumplir el contrato de compra contigo o las exige la ley, así que no requieren un consentimiento adicional. También usamos proveedores de alojamiento y de correo electrónico que tratan los datos por nuestra cuenta, con las mismas obligaciones de confidencialidad. Para cualquier otra transferencia te pediríamos permiso antes.",
        ],
      },
      {
        title: "Tus derechos ARCO y cómo retirar tu consentimiento",
        paragraphs: [
          "En todo momento puedes acceder a tus datos, rectificarlos si están mal o incompletos, pedir que los cancelemos y oponerte a que los usemos para un fin específico, incluidas las decisiones tomadas solo por medios automatizados. También puedes revocar el consentimiento que nos hayas dado o limitar el uso de tus datos.",
          `Para hacerlo, escríbenos ${contactPhrase(facts)} e incluye:`,
          [
            "Tu nombre y un medio para responderte.",
            "Un documento que acredite tu identidad o, en su caso, la de quien te representa.",
            "Qué derecho quieres ejercer y sobre qué datos, tan claro como puedas.",
            "Cualquier detalle que ayude a encontrarlos, por ejemplo tu número de pedido; y si pides una rectificación, el documento que la respalde.",
          ],
          "Te respondemos en un plazo máximo de veinte días contados desde que recibimos tu solicitud y, si procede, la hacemos efectiva dentro de los quince días siguientes. Ambos plazos pueden ampliarse una sola vez por el mismo tiempo, si el caso lo justifica. El trámite no cuesta; solo podríamos cobrarte envíos o copias.",
          "Hay datos que no podemos borrar de inmediato, como los de una compra en curso o los que la ley fiscal nos obliga a conservar. Mientras tanto los bloqueamos para cualquier otro uso.",
          "Si no quedas conforme con nuestra respuesta, o no la recibes, puedes acudir a la Secretaría Anticorrupción y Buen Gobierno (www.gob.mx/buengobierno), que es la autoridad en la materia, e iniciar el procedimiento de protección de derechos dentro de los quince días siguientes.",
        ],
      },
      {
        title: "Cookies y medición",
        paragraphs: [
          "Para que la tienda funcione, tu navegador guarda el número de tu carrito, un número al azar que nos deja contar cuántas piezas aparta y, si inicias sesión, la llave de tu sesión. Son indispensables, no sirven para seguirte en otros sitios y se borran cuando borras los datos de este sitio.",
          "Solo si lo aceptas usamos herramientas de medición, que nos dicen qué páginas y productos se ven y se compran. Mientras no aceptes no se carga ninguna. Puedes retirar tu aceptación cuando quieras en «Preferencias de cookies», al pie de cada página.",
        ],
      },
      {
        title: "Cómo los cuidamos y por cuánto tiempo",
        paragraphs: [
          "Protegemos tus datos con medidas administrativas, técnicas y físicas: conexión cifrada, contraseñas que nadie puede leer, acceso solo para quien lo necesita y registro de quién hizo qué. Si una vulneración afectara tus derechos de forma significativa, te avisaríamos de inmediato.",
          "Conservamos los datos de tus pedidos el tiempo que exigen las leyes fiscales y mercantiles; después los eliminamos. Los de tu cuenta, mientras la tengas.",
        ],
      },
      {
        title: "Cambios a este aviso",
        paragraphs: [
          `Si este aviso cambia, lo publicamos en ${origin}${paths.privacy} con la fecha de su última actualización. Si el cambio es para un uso nuevo que requiere tu consentimiento, te lo pedimos antes.`,
        ],
      },
    ],
  };
}
