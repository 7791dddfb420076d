/** A copy of a page's data without amounts in centavos, for members who may not see money. */
export function withoutMoney<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((entry: unknown) => withoutMoney(entry)) as Value;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const fields = Object.entries(value).filter(([name]) => !/cents$/i.test(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutMoney(field as unknown)])) as Value;
}
