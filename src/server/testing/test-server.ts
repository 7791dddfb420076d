import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { App } from "../app.ts";
import { makeServer, type RenderPage } from "../routes.ts";
import type { Log } from "../log.ts";
import { StaticFiles } from "../http/static-files.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

export interface TestServer extends TestApp {
  origin: string;
  /** One call over real HTTP. `json` is the parsed response, undefined if it is not JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
}

interface CallOptions {
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  rawBody?: string | Uint8Array;
  headers?: Record<string, string>;
  token?: string;
  shop?: string;
}

interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any response
  json: any;
}

const makePlaceholderPages = async (): Promise<RenderPage> => async () => ({
  response: new Response("page", { headers: { "Content-Type": "text/html" } }),
});

/** Starts an App and serves its API on a free port. Every page is the text "page" unless `makePages` is given. */
export async function startTestServer(
  env: Record<string, string> = {},
  makePages: (app: App) => Promise<RenderPage> = makePlaceholderPages,
  log?: Log,
): Promise<TestServer> {
  return serveTestApp(await startTestApp(env, log), makePages);
}

/** Serves the API of an App that the test started itself, on a free port. */
export async function serveTestApp(
  testApp: TestApp,
  makePages: (app: App) => Promise<RenderPage> = makePlaceholderPages,
): Promise<TestServer> {
  let stopping = false;
  const server = makeServer({
    app: testApp.app,
    renderPage: await makePages(testApp.app),
    staticFiles: new StaticFiles(),
    isStopping: () => stopping,
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  testApp.app.ownOrigin = origin;
  return {
    ...testApp,
    origin,
    call: (method, path, options) => call(origin, method, path, options),
    stop: async () => {
      stopping = true;
      await close(server);
      await testApp.stop();
    },
  };
}

async function call(origin: string, method: string, path: string, options: CallOptions = {}): Promise<TestResponse> {
  const headers: Record<string, string> = {
    ...(options.body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(options.token ? { Authorization: `Bearer ${options.token}` } : {}),
    ...(options.shop ? { "X-Shop": options.shop } : {}),
    ...options.headers,
  };
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await fetch(origin + path, { method, headers, body: body as never, redirect: "manual" });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}
