import { comparableName } from "./comparable-name.ts";
import { STATE_NAMES } from "./postal-code.ts";

/**
 * Postal code lists also use other names for some states. Key: such a name, as `comparableName` returns it. Value: our
 * name of the state.
 */
const STATE_OF_OTHER_NAME: Readonly<Record<string, string>> = {
  "distrito federal": "Ciudad de México",
  "mexico city": "Ciudad de México",
  mexico: "Estado de México",
  "coahuila de zaragoza": "Coahuila",
  "michoacan de ocampo": "Michoacán",
  "queretaro de arteaga": "Querétaro",
  "veracruz de ignacio de la llave": "Veracruz",
};
const STATE_OF_COMPARABLE_NAME = new Map(STATE_NAMES.map((state) => [comparableName(state), state]));

/** Our name for a state, by its name in a list of postal codes. Null for an unknown name. */
export function stateOfName(name: string): string | null {
  const key = comparableName(name);
  return STATE_OF_COMPARABLE_NAME.get(key) ?? STATE_OF_OTHER_NAME[key] ?? null;
}
