import { comparableName } from "./comparable-name.ts";
import { STATE_NAMES } from "./postal-code.ts";

/** Our names of states by the plain form of other names that lists of postal codes use. */
const STATE_OF_OTHER_NAME: Readonly<Record<string, string>> = {
  "distrito federal": "Ciudad de México",
  "mexico city": "Ciudad de México",
  mexico: "Estado de México",
  "coahuila de zaragoza": "Coahuila",
  "michoacan de ocampo": "Michoacán",
  "queretaro de arteaga": "Querétaro",
  "veracruz de ignacio de la llave": "Veracruz",
};
const STATE_OF_PLAIN_NAME = new Map(STATE_NAMES.map((state) => [comparableName(state), state]));

/** Our name for a state, by its name in a list of postal codes. Null for an unknown name. */
export function stateOfName(name: string): string | null {
  const key = comparableName(name);
  return STATE_OF_PLAIN_NAME.get(key) ?? STATE_OF_OTHER_NAME[key] ?? null;
}
