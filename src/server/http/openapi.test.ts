import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { buildOpenApiDocument } from "./openapi.ts";

test("Redocly's recommended rules have nothing to report", async () => {
  const problems = await lintFromString({
    source: JSON.stringify(buildOpenApiDocument()),
    absoluteRef: "openapi.json",
    config: await createConfig({ extends: ["recommended"] }),
  });
  const report = problems.map(({ severity, ruleId, message, location }) => {
    const pointers = location.map(({ pointer }) => pointer ?? "").join(", ");
    return `${severity} ${ruleId} at ${pointers}: ${message}`;
  });
  expect(report).toEqual([]);
});
