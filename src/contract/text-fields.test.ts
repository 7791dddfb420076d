import { describe, expect, test } from "vitest";
import { z } from "zod";
import { UNSTORABLE_TEXT_ERROR } from "../domain/storable-text.ts";
import { API } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";

/** A field of a request that may contain a text. In `path`, "0" is the first item of a list. */
interface TextField {
  path: string[];
  /** Whether only certain texts are valid, as for an enumeration, a day or an id. */
  isFixed: boolean;
}

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
}

/** Every text field of a schema, from its JSON Schema. */
function textFields(shape: JsonSchema, path: string[] = []): TextField[] {
  const isFixed = [shape.enum, shape.const, shape.format, shape.pattern].some((bound) => bound !== undefined);
  const ownField = shape.type === "string" ? [{ path, isFixed }] : [];
  const alternativeFields = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((option) =>
    textFields(option, path),
  );
  const propertyFields = Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
    textFields(field, [...path, name]),
  );
  const itemFields = shape.items ? textFields(shape.items, [...path, "0"]) : [];
  return [...ownField, ...alternativeFields, ...propertyFields, ...itemFields];
}

/** A request that contains only this text, in the field at this path. */
function requestWith(text: string, [name, ...remainingPath]: string[]): unknown {
  if (name === undefined) return text;
  return name === "0" ? [requestWith(text, remainingPath)] : { [name]: requestWith(text, remainingPath) };
}

const FIELDS = Object.entries(API as Record<string, Endpoint>).flatMap(([operation, { query, body }]) =>
  [query, body].flatMap((schema) => {
    if (!schema) return [];
    const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
    return textFields(shape).map((field) => ({ ...field, schema, title: `${operation} ${field.path.join(".")}` }));
  }),
);

test("text fields are found in objects, lists, unions and queries", () => {
  const titles = FIELDS.map(({ title }) => title);
  for (const title of [
    "login username",
    "createCart products.0.productId",
    "createCustomer rfc.rfc",
    "searchProducts brand.0",
  ]) {
    expect(titles).toContain(title);
  }
  expect(titles.length).toBeGreaterThan(90);
});

describe.each(FIELDS)("$title", ({ schema, path, isFixed }) => {
  test.each(["\u0000", "\u0007", "a\ud800b", "\udc00"])("refuses %j", (text) => {
    const parsed = schema.safeParse(requestWith(text, path));
    const issues = (parsed.error?.issues ?? []).filter((issue) => path.join(".").startsWith(issue.path.join(".")));
    expect(issues).not.toEqual([]);
    if (!isFixed) expect(issues.map(({ message }) => message)).toContain(UNSTORABLE_TEXT_ERROR);
  });
});
