import type { Recommendation } from "../../../../domain/recommend-size.ts";
import { MEASURE_LABEL } from "../../../../domain/size-guide.ts";

/** A recommendation as a sentence. */
export function recommendationText(recommended: Recommendation): string {
  switch (recommended.kind) {
    case "fits":
      return `Tu talla es ${recommended.size}.`;
    case "between":
      return `Estás entre ${recommended.smaller} y ${recommended.larger}: la primera te queda más ceñida y la segunda más holgada.`;
    case "apart":
      return `Por ${MEASURE_LABEL[recommended.measure].toLowerCase()} te queda ${recommended.larger}, y por lo demás ${recommended.smaller}. Te conviene ${recommended.larger}, aunque te quede un poco holgada.`;
    case "below":
      return `Tus medidas son menores que las de ${recommended.size}, la talla más chica de la guía. Te puede quedar holgada.`;
    case "above":
      return `Tus medidas pasan de las de ${recommended.size}, la talla más grande de la guía. Escríbenos y te ayudamos a encontrar algo que te quede bien.`;
  }
}

/** The sizes that a recommendation offers. */
export function recommendedSizes(recommended: Recommendation): string[] {
  switch (recommended.kind) {
    case "between":
      return [recommended.smaller, recommended.larger];
    case "apart":
      return [recommended.larger];
    case "above":
      return [];
    default:
      return [recommended.size];
  }
}
