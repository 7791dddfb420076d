import fc from "fast-check";
import { z } from "zod";
import { API } from "../../contract/api.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { splitOperation, type OperationName } from "../../contract/operations.ts";

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
}

/** One generated call of the API. */
export interface GeneratedCall {
  name: OperationName;
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
}

/**
 * Existing values of the shop, by the name of a field ("productId"), or by the names of an operation and its path
 * parameter ("getOrder.id"). "token" has the tokens of sessions.
 */
export type KnownValues = Record<string, readonly string[]>;

/** Values that often break programs: of the wrong type, or unusual texts. */
const unusualValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 53, "", " ", [], {}, [[]], "0", "-1", "null", "NaN"),
  fc.constantFrom("\u0000", "a\u0000b", "\u0007", "\uD800", "%", "%00", "'", '"', "\\", "<script>", "ñ", "😀", "1e5"),
  fc.constantFrom("9".repeat(40), "x".repeat(300), "2026-02-30", "../..", "01990000-0000-7000-8000-000000000000"),
);

/**
 * Mostly valid values of the schema, sometimes unusual ones, so that a call passes most checks and is then invalid in
 * one place.
 */
function anyValueOf(schema: JsonSchema, field: string, knownValues: KnownValues): fc.Arbitrary<unknown> {
  const fieldValues = knownValues[field];
  const validValue = fieldValues?.length
    ? fc.constantFrom<unknown>(...fieldValues)
    : anyValueOfType(schema, field, knownValues);
  return fc.oneof({ weight: 12, arbitrary: validValue }, { weight: 1, arbitrary: unusualValue });
}

/** Values of the schema's type. Fields of an object and items of an array may still be unusual. */
function anyValueOfType(schema: JsonSchema, field: string, knownValues: KnownValues): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => anyValueOfType(choice, field, knownValues)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, fieldSchema]) => [
            name,
            anyValueOf(fieldSchema, name, knownValues),
          ]),
        ),
        { requiredKeys: [] },
      );
    case "array":
      return fc.array(anyValueOf(schema.items ?? {}, field, knownValues), { maxLength: 3 });
    case "integer":
    case "number":
      return fc.integer({
        min: Math.ceil(Math.max(schema.minimum ?? 0, -5)),
        max: Math.floor(Math.min(schema.maximum ?? 12, 12)),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.oneof(fc.string({ maxLength: 12 }), fc.stringMatching(/^[a-z]{3,8} [a-z]{2,9}$/));
  }
}

function schemaOf(type: z.ZodType | undefined): JsonSchema | undefined {
  return type && (z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as JsonSchema);
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** A call of this operation, from its contract. Runs with the same seed generate the same calls. */
export function anyCall(name: OperationName, knownValues: KnownValues): fc.Arbitrary<GeneratedCall> {
  const endpoint: Endpoint = API[name];
  const { method, path } = splitOperation(name);
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!);
  const stringSchema: JsonSchema = { type: "string" };
  const query = schemaOf(endpoint.query);
  const body = schemaOf(endpoint.body);
  return fc
    .record({
      path: fc.record(
        Object.fromEntries(
          parameters.map((parameter) => [parameter, anyValueOf(stringSchema, `${name}.${parameter}`, knownValues)]),
        ),
      ),
      query: query ? anyValueOf(query, "", knownValues) : fc.constant({}),
      body: body ? anyValueOf(body, "", knownValues) : fc.constant(undefined),
      token: fc.constantFrom(...(knownValues.token ?? []), ""),
      accessCode: fc.constantFrom("PRIMAVERA", "", ""),
      idempotencyKey: fc.constantFrom("", "k", "x".repeat(201)),
    })
    .map((values) => ({
      name,
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
        encodeURIComponent(asText((values.path as Record<string, unknown>)[parameter]).toWellFormed()),
      ),
      query: Object.fromEntries(
        Object.entries((values.query ?? {}) as object).map(([field, value]) => [field, asText(value).toWellFormed()]),
      ),
      body: values.body,
      headers: {
        ...(values.token ? { Authorization: `Bearer ${values.token}` } : {}),
        ...(values.accessCode ? { "X-CODE": values.accessCode } : {}),
        ...(values.idempotencyKey && endpoint.idempotent ? { "Idempotency-Key": values.idempotencyKey } : {}),
      },
    }));
}
