import { describe, expect, test } from "vitest";
import { findWrongImports } from "./check-imports.ts";

const makeFile = (path: string, specifier: string) => ({ path, text: `import { x } from "${specifier}";` });

describe("imports between folders", () => {
  test("a folder may import lower folders, its own files and the shared files, and a test any file", () => {
    const files = [
      makeFile("src/server/cart/api.ts", "../api/bind.ts"),
      makeFile("src/server/cart/api.ts", "./queries.ts"),
      makeFile("src/server/cart/api.ts", "../app.ts"),
      makeFile("src/server/cart/api.ts", "../../domain/price.ts"),
      makeFile("src/server/routes.ts", "./sign-in/api.ts"),
      makeFile("src/server/cart/cart.test.ts", "../orders/queries.ts"),
    ];
    expect(findWrongImports(files)).toEqual([]);
  });

  test.each([
    ["src/server/cart/api.ts", "../orders/queries.ts", "a higher folder"],
    ["src/server/http/server.ts", "../shops/shop.ts", "a folder of the shop, from the HTTP server"],
    ["src/server/db/connect.ts", "../routes.ts", "the composition root"],
    ["src/server/staff/queries.ts", "../../../demo/load/demo-id.ts", "the demo"],
    ["src/server/new-folder/api.ts", "../db/connect.ts", "anything, from a folder that is not in the order"],
  ])("%s may not import %s: %s", (path, specifier) => {
    expect(findWrongImports([makeFile(path, specifier)])).not.toEqual([]);
  });
});
