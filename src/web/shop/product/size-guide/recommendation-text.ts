import type { Recommendation } from "../../../../domain/recommend-size.ts";
import { MEASURE_LABEL } from "../../../../domain/size-guide.ts";

/** A recommendation as a sentence. */
export function recommendationText(recommendation: Recommendation): string {
  switch (recommendation.kind) {
    case "fits":
      return `Tu talla es ${recommendation.size}.`;
    case "between":
      return `Estás entre ${recommendation.smaller} y ${recommendation.larger}: la primera te queda más ceñida y la segunda más holgada.`;
    case "apart":
      return `Por ${MEASURE_LABEL[recommendation.measure].toLowerCase()} te queda ${recommendation.larger}, y por lo demás ${recommendation.smaller}. Te conviene ${recommendation.larger}, aunque te quede un poco holgada.`;
    case "below":
      return `Tus medidas son menores que las de ${recommendation.size}, la talla más chica de la guía. Te puede quedar holgada.`;
    case "above":
      return `Tus medidas pasan de las de ${recommendation.size}, la talla más grande de la guía. Escríbenos y te ayudamos a encontrar algo que te quede bien.`;
  }
}

/** The names of the recommended sizes. Empty if a measure of the customer is above the largest size. */
export function recommendedSizeNames(recommendation: Recommendation): string[] {
  switch (recommendation.kind) {
    case "between":
      return [recommendation.smaller, recommendation.larger];
    case "apart":
      return [recommendation.larger];
    case "above":
      return [];
    default:
      return [recommendation.size];
  }
}
