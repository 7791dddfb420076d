/**
 * A value of a loader as JSON text. React Router's own format numbers every value: a list of products makes the
 * compressed page a kilobyte larger (decision 66). Only for plain data: dates would become strings.
 */
export type Packed<Value> = string & { readonly value?: Value };

export function pack<Value>(value: Value): Packed<Value> {
  return JSON.stringify(value);
}

export function unpack<Value>(packed: Packed<Value>): Value {
  return JSON.parse(packed) as Value;
}
