import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { API } from "../../contract/api.ts";
import { TAGS, type Credentials, type Endpoint } from "../../contract/endpoint.ts";
import { SECRET } from "../../contract/examples/ids.ts";
import { OPERATION_EXAMPLES } from "../../contract/examples/operations.ts";
import { SCHEMA_EXAMPLES } from "../../contract/examples/schemas.ts";
import { splitOperation, type OperationName } from "../../contract/operations.ts";
import { Problem } from "../../contract/problem.ts";
import { listDocumentedErrors, OPERATION_NAMES } from "./documented-errors.ts";
import { problemExample } from "./problem-examples.ts";

const INFO = `An online shop for clothes and event tickets in Mexico.

- **Shop**: the host name decides which shop answers: the head office or a branch.
- **Money** is a JSON number in Mexican pesos with at most two decimals. **Instants** are ISO 8601 in UTC, days are \`YYYY-MM-DD\` in Mexico City.
- **Ids** (\`_id\`) are opaque strings. Unknown fields of a request are ignored.
- **Errors** are \`application/problem+json\` (RFC 9457): read \`code\`, show \`detail\`, a Spanish sentence for the customer. 429 and 503 carry \`Retry-After\` in seconds.
- **Caching**: public answers carry an \`ETag\` (send it back as \`If-None-Match\`), private ones \`Cache-Control: no-store\`.
- **Idempotency**: with an \`Idempotency-Key\` a call that is repeated within 24 hours gets its first answer again.`;

type Requirement = Record<string, string[]>;

/** The `security` of an operation in OpenAPI: one of the requirements is enough, and `{}` requires nothing. */
const SECURITY: Record<Credentials, Requirement[]> = {
  none: [],
  optional: [{}, { session: [] }],
  session: [{ session: [] }],
  account: [{ session: [] }],
  order: [{}, { session: [] }],
  scanner: [{ scannerKey: [] }],
};

const SECURITY_SCHEMES = {
  session: {
    type: "http",
    scheme: "bearer",
    description: "`access_token` of a session, of a registered customer or of a guest.",
  },
  accessCode: {
    type: "apiKey",
    in: "header",
    name: "X-CODE",
    description: "The access code of a presale, as `POST /api/v1/auth/code` returns it.",
  },
  scannerKey: {
    type: "http",
    scheme: "bearer",
    description: "The key that staff made for a ticket scanner. It expires at a set time.",
  },
} as const;

/** The contract as OpenAPI 3.1, generated from the same schemas that check every call. */
export function buildOpenApiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const name of OPERATION_NAMES) {
    const { method, path } = splitOperation(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperationObject(name, API[name]) };
  }
  const document = createDocument({
    openapi: "3.1.0",
    info: { title: "Escaparate", version: "1", description: INFO, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/", description: "The shop whose host name serves this document." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, examples: toProblemExamples() },
  });
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (name in SCHEMA_EXAMPLES) Object.assign(schema, { examples: [SCHEMA_EXAMPLES[name]] });
  }
  return document;
}

/** An example for each code that an operation documents. */
function toProblemExamples() {
  const codes = new Set(OPERATION_NAMES.flatMap((name) => [...listDocumentedErrors(name).values()].flat()));
  return Object.fromEntries([...codes].map((code) => [code, { value: problemExample(code) }]));
}

interface Examples {
  body?: unknown;
  response?: unknown;
}

function toOperationObject(name: OperationName, endpoint: Endpoint): ZodOpenApiOperationObject {
  const examples: Examples = OPERATION_EXAMPLES[name];
  return {
    operationId: name,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [endpoint.tag],
    security: toSecurity(endpoint),
    parameters: toParameters(endpoint),
    ...(endpoint.query ? { requestParams: { query: endpoint.query } } : {}),
    ...toRequestBody(endpoint, examples),
    responses: {
      [String(endpoint.status ?? 200)]: toSuccessResponse(endpoint, examples),
      ...Object.fromEntries(
        [...listDocumentedErrors(name)].map(([status, codes]) => [String(status), toFailureResponse(codes)]),
      ),
    },
  };
}

function toSecurity({ credentials, accessCode }: Endpoint): Requirement[] {
  const requirements = SECURITY[credentials];
  if (!accessCode) return requirements;
  const requirementsWithCode = (requirements.length > 0 ? requirements : [{}]).map((requirement): Requirement => ({
    ...requirement,
    accessCode: [],
  }));
  return accessCode === "required"
    ? requirementsWithCode
    : [...(requirements.length > 0 ? requirements : [{}]), ...requirementsWithCode];
}

function toParameters({ params = {}, headers = {}, idempotent }: Endpoint) {
  const schema = { type: "string" as const };
  return [
    ...Object.entries(params).map(([name, doc]) => ({ name, in: "path" as const, required: true, schema, ...doc })),
    ...Object.entries(headers).map(([name, doc]) => ({ name, in: "header" as const, schema, ...doc })),
    ...(idempotent ? [{ name: "Idempotency-Key", in: "header" as const, schema, ...IDEMPOTENCY_KEY }] : []),
  ];
}

const IDEMPOTENCY_KEY = {
  description:
    "A random text of at most 200 characters: a new one for each call, the same one when that call is retried. The same key with the same body gets the first answer again for 24 hours (header `Idempotent-Replayed: true`); with another body it is refused.",
  example: SECRET.idempotencyKey,
};

const BINARY = { type: "string" as const, format: "binary" };

function toRequestBody({ body, file }: Endpoint, examples: Examples): Pick<ZodOpenApiOperationObject, "requestBody"> {
  if (file) {
    const content = Object.fromEntries(file.contentTypes.map((type) => [type, { schema: BINARY }]));
    return { requestBody: { required: true, description: file.description, content } };
  }
  if (!body) return {};
  const media = { schema: body, example: examples.body };
  return { requestBody: { required: true, content: { "application/json": media } } };
}

function toSuccessResponse({ status, response, contentType }: Endpoint, examples: Examples) {
  if (status === 204) return { description: "Done; there is no content." };
  if (contentType) return { description: "The file.", content: { [contentType]: { schema: BINARY } } };
  const description = status === 202 ? "Accepted." : "Done.";
  return { description, content: { "application/json": { schema: response, example: examples.response } } };
}

function toFailureResponse(codes: string[]) {
  return {
    description: `\`code\` is ${codes.map((code) => `\`${code}\``).join(" or ")}.`,
    content: {
      "application/problem+json": {
        schema: Problem,
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
