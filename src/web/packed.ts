/**
 * A value of a loader as JSON text. React Router's own format numbers every value: for a list of products it takes a
 * kilobyte more of the page, after compression (decision 66). Only for plain data: dates would become texts.
 */
export type Packed<Value> = string & { readonly value?: Value };

export function pack<Value>(value: Value): Packed<Value> {
  return JSON.stringify(value);
}

export function unpack<Value>(packed: Packed<Value>): Value {
  return JSON.parse(packed) as Value;
}
