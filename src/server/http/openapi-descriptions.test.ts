import { describe, expect, test } from "vitest";
import { Problem } from "../../contract/problem.ts";
import { buildOpenApiDocument } from "./openapi.ts";

/** A part of the document, as JSON. */
type JsonObject = Record<string, unknown>;

const DOCUMENT = JSON.parse(JSON.stringify(buildOpenApiDocument())) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonObject>; examples: Record<string, { value: JsonObject }> };
};

interface Media {
  schema?: JsonObject;
  example?: unknown;
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; description?: string; schema: JsonObject; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description?: string; content?: Record<string, Media> }>;
}

const OPERATIONS = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods));

/** The properties below a schema that have no description. A property that refers to a component is described there. */
function listUndescribedProperties(schema: JsonObject, path: string): string[] {
  const subschemas = ["anyOf", "oneOf", "allOf"].flatMap((key) => (schema[key] as JsonObject[] | undefined) ?? []);
  const items = schema.items as JsonObject | undefined;
  const properties = Object.entries((schema.properties as Record<string, JsonObject> | undefined) ?? {});
  return [
    ...subschemas.flatMap((subschema) => listUndescribedProperties(subschema, path)),
    ...(items ? listUndescribedProperties(items, `${path}[]`) : []),
    ...properties.flatMap(([name, property]) => [
      ...(property.description || property.$ref ? [] : [`${path}.${name}`]),
      ...listUndescribedProperties(property, `${path}.${name}`),
    ]),
  ];
}

const mediaOf = (content: Record<string, Media> = {}) => Object.values(content);
const successOf = ({ responses }: Operation) => Object.entries(responses).find(([status]) => status < "300")![1];

describe.each(Object.entries(DOCUMENT.components.schemas))("schema %s", (name, schema) => {
  test("has a description, and so has each of its properties", () => {
    expect(schema.description, name).toBeTypeOf("string");
    expect(listUndescribedProperties(schema, name)).toEqual([]);
  });

  test("has an example", () => {
    expect(schema.examples).toHaveLength(1);
  });
});

describe.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))("%s", (_, operation) => {
  test("has a summary and a description, and so has each of its parameters", () => {
    expect(operation.summary).toBeTypeOf("string");
    expect(operation.description).toBeTypeOf("string");
    expect((operation.parameters ?? []).filter(({ description }) => !description)).toEqual([]);
  });

  test("describes each property of its request and of its response", () => {
    const media = [...mediaOf(operation.requestBody?.content), ...mediaOf(successOf(operation).content)];
    expect(media.flatMap(({ schema }) => listUndescribedProperties(schema ?? {}, ""))).toEqual([]);
  });

  test("has an example of its request and of its response, unless that is a file", () => {
    const contents = [operation.requestBody?.content, successOf(operation).content];
    const media = contents.flatMap((content) => Object.entries(content ?? {}));
    const mediaWithoutExample = media.filter(
      ([contentType, { example }]) => contentType.endsWith("json") && example === undefined,
    );
    expect(mediaWithoutExample).toEqual([]);
  });

  test("names the codes of each failure, and at least one failure is the caller's", () => {
    const failures = Object.entries(operation.responses).filter(([status]) => status >= "400");
    expect(failures.some(([status]) => status < "500")).toBe(true);
    for (const [status, { description }] of failures)
      expect([status, description]).toEqual([status, expect.stringMatching(/`[A-Z_]+`/)]);
  });
});

test.each(Object.entries(DOCUMENT.components.examples))(
  "the example of %s is a problem with its sentence",
  (code, { value }) => {
    expect(Problem.strict().parse(value)).toMatchObject({ code, title: expect.any(String) });
    expect(value.detail).not.toMatch(/[{}]/);
  },
);

test("a nested property without a description is found", () => {
  const schema = {
    properties: { list: { description: "A list.", items: { properties: { inner: { type: "string" } } } } },
  };
  expect(listUndescribedProperties(schema, "X")).toEqual(["X.list[].inner"]);
});
