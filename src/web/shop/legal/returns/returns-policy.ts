import type { LegalFacts } from "../../../../contract/legal-facts.ts";
import type { LegalText } from "../../../../domain/legal-text.ts";
import { contactPhrase } from "../legal-phrases.ts";

/**
 * The terms of the shop about exchanges and returns that customers accept at checkout, and the legal minimum: articles
 * 56 (revocation of the purchase), 77 (warranty of 90 days), 82 and 92 (faulty products) of the LFPC.
 */
export function returnsPolicy(facts: LegalFacts): LegalText {
  const { shop, agreed: agreedTerms } = facts;
  const returnTerms = agreedTerms.filter(({ title }) => /cambio|devoluci/i.test(title));
  return {
    title: "Cambios y devoluciones",
    description: `Cómo cambiar o devolver lo que compraste en ${shop.name}, y qué pasa si algo llega con defecto.`,
    updatedOn: "2026-11-21",
    sections: [
      ...returnTerms.map(({ title, text }) => ({
        title: returnTerms.length > 1 ? title : `La política de ${shop.name}`,
        paragraphs: [text],
      })),
      {
        title: "Si te arrepientes de tu compra",
        paragraphs: [
          "Por comprar en línea tienes cinco días hábiles desde que recibes tu pedido para revocar la compra sin dar razones (artículo 56 de la LFPC). Avísanos dentro de ese plazo y devuelve las prendas sin uso, con sus etiquetas y su empaque. Te reintegramos el precio que pagaste; el envío de regreso corre por tu cuenta.",
        ],
      },
      {
        title: "Si llega con defecto, equivocado o incompleto",
        paragraphs: [
          "Corre por nuestra cuenta. Elige entre la reposición del producto o la devolución de lo que pagaste, además de la bonificación que marca la ley (artículos 82 y 92 de la LFPC). Nosotros pagamos el envío de ida y de vuelta.",
          "Todas las prendas tienen garantía de noventa días desde la entrega contra defectos de fabricación (artículo 77 de la LFPC). No cubre el desgaste normal ni daños por un lavado distinto al de la etiqueta.",
        ],
      },
      {
        title: "Si quieres otra talla o modelo",
        paragraphs: [
          "Para cambiarla, la prenda debe estar sin uso, sin lavar y con etiquetas. Apartamos la pieza nueva en cuanto la tengamos disponible; si cuesta distinto, pagas o te devolvemos la diferencia.",
          "Por higiene no se cambian ropa interior, trajes de baño ni aretes, salvo que tengan un defecto.",
        ],
      },
      {
        title: "Boletos y preventa",
        paragraphs: [
          "Los boletos para eventos tienen fecha fija: no se cambian ni se devuelven, salvo que el evento se cancele, se posponga o cambie de sede. En ese caso te devolvemos el valor del boleto.",
          "Un pedido de preventa se puede cancelar mientras no se haya enviado. Las piezas hechas sobre pedido se devuelven si tienen un defecto o no son como las pediste.",
        ],
      },
      {
        title: "Cómo pedirlo",
        paragraphs: [
          [
            `Abre tu pedido con tu cuenta o con el enlace de tu correo y elige «Devolver o cambiar». También puedes escribirnos ${contactPhrase(facts)} con tu número de pedido, qué prenda es y qué necesitas.`,
            "En uno o dos días hábiles te decimos cómo y a dónde enviarla.",
            "En cuanto la recibimos la revisamos y te avisamos.",
            "Mandamos el cambio, o te devolvemos el dinero por el mismo medio con el que pagaste, en un máximo de diez días hábiles. En tarjetas, tu banco puede tardar unos días más en mostrarlo.",
          ],
        ],
      },
      {
        title: "Cancelar antes del envío",
        paragraphs: [
          "Mientras tu pedido no haya salido puedes cancelarlo sin costo: escríbenos y te devolvemos todo lo que pagaste. Un pedido sin pagar se cancela solo al vencer su plazo.",
        ],
      },
      {
        title: "Si no quedas conforme",
        paragraphs: [
          "Puedes acudir a la Procuraduría Federal del Consumidor (PROFECO): 55 5568 8722 y 800 468 8722, o www.gob.mx/profeco.",
        ],
      },
    ],
  };
}
