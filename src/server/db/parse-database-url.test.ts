import pg from "pg";
import { expect, test } from "vitest";
import { parseDatabaseUrl } from "./parse-database-url.ts";

test.each([
  [
    "postgres://u:p@uno,dos:6000/shop",
    [
      ["uno", 5432],
      ["dos", 6000],
    ],
  ],
  [
    "postgres://u@[::1]:1,[fe80::1]/shop",
    [
      ["::1", 1],
      ["fe80::1", 5432],
    ],
  ],
  [
    "postgres:///shop?host=%2Frun%2Fa,/run/b&port=7000",
    [
      ["/run/a", 7000],
      ["/run/b", 7000],
    ],
  ],
  [
    "postgresql://u@x/shop?host=uno,dos&port=1,2",
    [
      ["uno", 1],
      ["dos", 2],
    ],
  ],
  ["postgres://u@solo/shop", [["solo", 5432]]],
])("%s with target_session_attrs names the servers %j", (url, servers) => {
  const { primaryFinder } = parseDatabaseUrl(`${url}${url.includes("?") ? "&" : "?"}target_session_attrs=read-write`);
  expect(primaryFinder).toHaveProperty(
    "servers",
    servers.map(([host, port]) => ({ host, port })),
  );
});

test("user, password and database are unchanged, and the client gets the first host", () => {
  const { connectionString } = parseDatabaseUrl(
    "postgres://ana:a%40b@uno:1,dos:2/shop?target_session_attrs=primary&application_name=x",
  );
  const client = new pg.Client({ connectionString });
  const { user, password, database, host, port } = client;
  expect({ user, password, database, host, port }).toEqual({
    user: "ana",
    password: "a@b",
    database: "shop",
    host: "uno",
    port: 1,
  });
});

test("the URL of one server without target_session_attrs is unchanged", () => {
  const url = "postgres://ana@uno/shop?sslmode=disable";
  expect(parseDatabaseUrl(url)).toEqual({ connectionString: url });
});
