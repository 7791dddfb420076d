import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { API } from "../../contract/api.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { OPERATIONS, splitOperation, type OperationName } from "../../contract/operations.ts";
import { Problem } from "../../contract/problem.ts";
import { documentedErrors } from "./documented-errors.ts";

/** The contract as OpenAPI 3.1, made of the very schemas that check every call. */
export function openApiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const { method, path } = splitOperation(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(name, path, API[name]) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Escaparate",
      version: "1",
      description:
        "La tienda por su API. Los montos van en pesos; las fechas en UTC. Los errores son `application/problem+json`.",
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer" },
        accessCode: { type: "apiKey", in: "header", name: "X-CODE" },
      },
    },
  });
}

function toResponse(codes: string[]) {
  return {
    description: codes.map((code) => `\`${code}\``).join(", "),
    content: { "application/problem+json": { schema: Problem } },
  };
}

function describe(name: OperationName, path: string, endpoint: Endpoint) {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter!,
    in: "path" as const,
    required: true,
    schema: { type: "string" as const },
  }));
  const idempotencyKey = {
    name: "Idempotency-Key",
    in: "header" as const,
    schema: { type: "string" as const },
    description: "La misma llave con los mismos datos contesta lo mismo durante 24 h",
  };
  const headers = Object.entries(endpoint.headers ?? {}).map(([header, description]) => ({
    name: header,
    in: "header" as const,
    schema: { type: "string" as const },
    description,
  }));
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    parameters: [...parameters, ...headers, ...(endpoint.idempotent ? [idempotencyKey] : [])],
    ...(endpoint.query ? { requestParams: { query: endpoint.query } } : {}),
    ...(endpoint.body
      ? { requestBody: { required: true, content: { "application/json": { schema: endpoint.body } } } }
      : {}),
    ...(endpoint.cache === "private" ? { security: [{}, { session: [] }] } : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: "Hecho",
        ...(endpoint.status === 204
          ? {}
          : { content: { [endpoint.contentType ?? "application/json"]: { schema: endpoint.response } } }),
      },
      ...Object.fromEntries([...documentedErrors(name)].map(([status, codes]) => [String(status), toResponse(codes)])),
    },
  };
}
