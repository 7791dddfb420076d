/**
 * A value of a loader as JSON text. React Router's own format gives each value a number, which makes a
 * compressed page with a list of products a kilobyte larger (decision 66). Only for plain data: dates would become
 * strings.
 */
export type JsonText<Value> = string & { readonly value?: Value };

export function toJsonText<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value);
}

export function parseJsonText<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text) as Value;
}
