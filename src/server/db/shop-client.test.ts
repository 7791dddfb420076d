import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { PrimaryFinder } from "./primary-finder.ts";
import { ShopClient } from "./shop-client.ts";

/** A message of PostgreSQL's protocol (manual, 54.7): its type, its length and its body. */
function encodeMessage(type: string, ...body: (number | string)[]): Buffer {
  const bytes = Buffer.concat(body.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))));
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]);
}

const READY = Buffer.concat([encodeMessage("R", 0, 0, 0, 0), encodeMessage("Z", "I")]);
const SHUTDOWN_ERROR = encodeMessage("E", "SFATAL\0C57P01\0Mterminating connection due to administrator command\0", 0);
const UNDEFINED_COLUMN_ERROR = encodeMessage("E", "SERROR\0C42703\0Mcolumn does not exist\0", 0);
const PASSWORD_MESSAGE = "p".charCodeAt(0);
const QUERY_MESSAGE = "Q".charCodeAt(0);

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((socket: Socket) => {
    socket.on("error", () => {});
    // One packet: the driver reads the error before the promise of `connect` is settled.
    socket.once("data", () => socket.end(Buffer.concat([READY, SHUTDOWN_ERROR])));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

test("a server that stops while a connection becomes ready does not end the process", async () => {
  let record: (error: unknown) => void = () => {};
  const uncaughtError = new Promise((resolve) => (record = resolve));
  process.prependListener("uncaughtException", record);
  const finder = new PrimaryFinder({}, []);
  finder.getPrimary = async () => ({ host: "127.0.0.1", port });
  const client = new ShopClient({ user: "postgres", primaryFinder: finder });
  const ended = new Promise((resolve) => client.once("end", () => resolve("ended")));
  client.connect().catch(() => {});
  expect(await Promise.race([ended, uncaughtError])).toBe("ended");
  process.off("uncaughtException", record);
});

test("the check of the schema signs in with the pool's password, which a pool hides from copies of its options", async () => {
  const passwords: string[] = [];
  const protectedServer = createServer((socket: Socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.write(encodeMessage("R", 0, 0, 0, 3)));
    socket.on("data", (bytes) => {
      if (bytes[0] === PASSWORD_MESSAGE) {
        passwords.push(bytes.subarray(5, -1).toString());
        socket.write(READY);
      } else if (bytes[0] === QUERY_MESSAGE) {
        socket.write(Buffer.concat([UNDEFINED_COLUMN_ERROR, encodeMessage("Z", "I")]));
      }
    });
  });
  await new Promise<void>((listening) => protectedServer.listen(0, "127.0.0.1", listening));
  const address = protectedServer.address() as AddressInfo;
  const options = { host: "127.0.0.1", port: address.port, user: "shop", password: "secreta" };
  const pool = new pg.Pool({ ...options, Client: ShopClient });
  try {
    await expect(pool.query("SELECT old_name FROM orders")).rejects.toThrow("does not exist");
    expect(passwords).toEqual(["secreta", "secreta"]);
  } finally {
    await pool.end();
    protectedServer.close();
  }
});
