/**
 * A value of a loader as JSON text. React Router's own format numbers every value: a list of products makes the
 * compressed page a kilobyte larger (decision 66). Only for plain data: dates would become strings.
 */
export type JsonText<Value> = string & { readonly value?: Value };

export function toJsonText<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value);
}

export function parseJsonText<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text) as Value;
}
