import { describe, expect, test } from "vitest";
import { z } from "zod";
import { API } from "../api.ts";
import type { Endpoint } from "../endpoint.ts";
import type { OperationName } from "../operations.ts";
import { Problem } from "../problem.ts";
import { CART, QUOTE } from "./carts.ts";
import { OPERATION_EXAMPLES } from "./operations.ts";
import { ORDER, ORDER_PAID_ONLINE } from "./orders.ts";
import { SCHEMA_EXAMPLES } from "./schemas.ts";

const NAMED_SCHEMA_EXAMPLES = Object.entries(SCHEMA_EXAMPLES);
const OPERATION_EXAMPLE_ENTRIES = Object.entries(OPERATION_EXAMPLES) as [
  OperationName,
  { body?: unknown; response?: unknown },
][];

/** The contract's schema with this `id`, searched for in the schemas of all responses and in `Problem`. */
function findSchemaById(id: string): z.ZodType | undefined {
  const visited = new Set<unknown>();
  const find = (value: unknown): z.ZodType | undefined => {
    if (typeof value !== "object" || value === null || visited.has(value)) return undefined;
    visited.add(value);
    if (value instanceof z.ZodType) {
      if (z.globalRegistry.get(value)?.id === id) return value;
      return find(value.def);
    }
    for (const innerValue of Object.values(value)) {
      const schema = find(innerValue);
      if (schema) return schema;
    }
    return undefined;
  };
  return find([Problem, ...Object.values<Endpoint>(API).map(({ response }) => response)]);
}

describe("the example of a response or of a named schema matches the schema, without extra fields", () => {
  test.each(OPERATION_EXAMPLE_ENTRIES.filter(([, { response }]) => response !== undefined))(
    "%s",
    (name, { response }) => {
      expect((API[name] as Endpoint).response.parse(response)).toEqual(response);
    },
  );

  test.each(NAMED_SCHEMA_EXAMPLES)("schema %s", (name, example) => {
    expect(findSchemaById(name)?.parse(example)).toEqual(example);
  });
});

describe("the example of a body or of a query is accepted", () => {
  test.each(OPERATION_EXAMPLE_ENTRIES.filter(([, { body }]) => body !== undefined))("%s", (name, { body }) => {
    expect((API[name] as Endpoint).body?.safeParse(body).error).toBeUndefined();
  });

  test.each(Object.entries<Endpoint>(API).filter(([, { query }]) => query))("the query of %s", (_, { query }) => {
    const parameterExamples = Object.entries(query!.shape).flatMap(([name, field]) => {
      const example = z.globalRegistry.get(field)?.example as string | number | string[] | undefined;
      return example === undefined ? [] : [[name, Array.isArray(example) ? example : String(example)]];
    });
    expect(parameterExamples.length).toBeGreaterThan(0);
    expect(query!.safeParse(Object.fromEntries(parameterExamples)).error).toBeUndefined();
  });
});

test("the examples' figures add up", () => {
  const [line] = CART.products;
  expect(line!.unitPrice * line!.quantity).toBe(CART.summary.subtotal);
  expect(CART.summary.subtotal + CART.totals.packaging).toBe(CART.totals.total);
  expect(QUOTE.subtotal + QUOTE.packaging + QUOTE.shipping + QUOTE.extraFee + QUOTE.insurance).toBe(QUOTE.total);
  expect(QUOTE.total + QUOTE.fee).toBe(QUOTE.grandTotal);
  expect(ORDER.total).toBe(QUOTE.grandTotal);
  expect(ORDER_PAID_ONLINE.total).toBeCloseTo(QUOTE.total + ORDER_PAID_ONLINE.fee, 2);
});
