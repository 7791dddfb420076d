import { plainName } from "./plain-name.ts";
import { STATE_NAMES } from "./postal-code.ts";

/** Names of states in lists of postal codes that differ from our names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "distrito federal": "Ciudad de México",
  "mexico city": "Ciudad de México",
  mexico: "Estado de México",
  "coahuila de zaragoza": "Coahuila",
  "michoacan de ocampo": "Michoacán",
  "queretaro de arteaga": "Querétaro",
  "veracruz de ignacio de la llave": "Veracruz",
};
const STATE_OF_PLAIN_NAME = new Map(STATE_NAMES.map((state) => [plainName(state), state]));

/** Our name of a state that a list of postal codes names; null for an unknown one. */
export function stateOfName(name: string): string | null {
  const key = plainName(name);
  return STATE_OF_PLAIN_NAME.get(key) ?? OTHER_NAMES[key] ?? null;
}
