import { describe, expect, test } from "vitest";
import { z } from "zod";
import { UNREADABLE_TEXT } from "../domain/readable-text.ts";
import { API } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";

/** A field of a request that may contain a text. In `path`, "0" is the first item of a list. */
interface TextField {
  path: string[];
  /** Whether only certain texts are valid, as for an enumeration, a day or an id. */
  isFixed: boolean;
}

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
}

/** Every text field of a schema, from its JSON Schema. */
function textFields(shape: Shape, path: string[] = []): TextField[] {
  const isFixed = [shape.enum, shape.const, shape.format, shape.pattern].some((bound) => bound !== undefined);
  const own = shape.type === "string" ? [{ path, isFixed }] : [];
  const either = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((option) => textFields(option, path));
  const inside = Object.entries(shape.properties ?? {}).flatMap(([name, field]) => textFields(field, [...path, name]));
  const listed = shape.items ? textFields(shape.items, [...path, "0"]) : [];
  return [...own, ...either, ...inside, ...listed];
}

/** A request that contains only this text, in the field at this path. */
function requestWith(text: string, [name, ...rest]: string[]): unknown {
  if (name === undefined) return text;
  return name === "0" ? [requestWith(text, rest)] : { [name]: requestWith(text, rest) };
}

const FIELDS = Object.entries(API as Record<string, Endpoint>).flatMap(([operation, { query, body }]) =>
  [query, body].flatMap((schema) => {
    if (!schema) return [];
    const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
    return textFields(shape).map((field) => ({ ...field, schema, title: `${operation} ${field.path.join(".")}` }));
  }),
);

test("every text field is found", () => {
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
    if (!isFixed) expect(issues.map(({ message }) => message)).toContain(UNREADABLE_TEXT);
  });
});
