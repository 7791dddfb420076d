import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { MercadoPagoConfig, Payment, PaymentRefund, Preference } from "mercadopago";
import type { PreferenceRequest } from "mercadopago/dist/clients/preference/commonTypes";
import type { Options } from "mercadopago/dist/types";
import { Agent } from "undici";
import { SANDBOX_ACCESS_TOKEN } from "../adapters/payments/sandbox/credentials.ts";

const PREFIX = "/sandbox/mp";

/** The official SDK's settings, its calls led to the sandbox. One for each call: the SDK keeps options of the last. */
export function sdkConfig(
  origin: string,
  options: Options = {},
  accessToken = SANDBOX_ACCESS_TOKEN,
): MercadoPagoConfig {
  const dispatcher = new Agent({ headersTimeout: 2_000, bodyTimeout: 1_000 }).compose(
    (dispatch) => (call, handler) => dispatch({ ...call, origin, path: PREFIX + call.path }, handler),
  );
  const led = { timeout: 5_000, maxRetries: 0, ...options, dispatcher };
  return new MercadoPagoConfig({ accessToken, options: led as unknown as Options });
}

/** The four clients a shop needs, against a sandbox. */
export function mercadoPago(origin: string, options?: Options) {
  const config = () => sdkConfig(origin, options);
  return {
    preference: () => new Preference(config()),
    payment: () => new Payment(config()),
    refund: () => new PaymentRefund(config()),
  };
}

type Body = PreferenceRequest & { external_reference: string };

/** A preference of $249.50 for a reference of its own. */
export function preferenceBody(change: Partial<Body> = {}): Body {
  return {
    items: [{ id: "SKU", title: "Playera · M x 2", quantity: 1, unit_price: 249.5, currency_id: "MXN" }],
    external_reference: `matriz:${randomUUID()}`,
    back_urls: {
      success: "http://norte.localhost:3000/orders/1?mp=success",
      pending: "http://norte.localhost:3000/orders/1?mp=pending",
      failure: "http://norte.localhost:3000/orders/1?mp=failure",
    },
    ...change,
  };
}

export interface HeardNotice {
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the wire says: tests look into it
  body: any;
}

/** A shop's webhook address that keeps what it hears. */
export async function startListener() {
  const heard: HeardNotice[] = [];
  let status = 200;
  const server = createServer((req, res) => {
    let text = "";
    req.on("data", (chunk: Buffer) => (text += chunk.toString()));
    req.on("end", () => {
      heard.push({
        query: new URL(req.url!, "http://localhost").searchParams,
        headers: req.headers,
        body: JSON.parse(text),
      });
      res.writeHead(status).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    heard,
    /** By name: `*.localhost` must reach this machine whatever the resolver says. */
    url: `http://norte.localhost:${port}/notifications?source_news=webhooks`,
    plainUrl: `http://127.0.0.1:${port}/notifications`,
    answerWith: (next: number) => (status = next),
    stop: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
