import { randomBytes, randomUUID } from "node:crypto";
import { request, type Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Crowd } from "./crowd.ts";

/** The figures that all visitors of a crowd record. */
export interface CrowdFigures {
  /** Milliseconds between the planned and the real arrival. */
  lateMs: number[];
  /** Milliseconds from the arrival to the first result. */
  firstResultMs: number[];
  /** Milliseconds of each attempt at a call. */
  attemptMs: number[];
  /** When visitors in the waiting room saw Agotado, in milliseconds of `performance.now()`. */
  soldOutAt: number[];
  /** The number of attempts at calls by status. 0: no answer. A 503 without `Retry-After` is counted apart. */
  statusCounts: Record<string, number>;
}

interface VisitorSetup {
  crowd: Crowd;
  agent: Agent;
  figures: CrowdFigures;
  visitorIndex: number;
  /** Returns a random integer from 0 to one below its argument. */
  pick: (below: number) => number;
  /** When visitors stop waiting, in milliseconds of `performance.now()`. */
  endsAt: number;
}

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON of the wire
  json: any;
  retryAfter: number;
}

/**
 * How many of a hundred visitors with a piece in the cart order it, and how many remove it. The others abandon the
 * cart.
 */
const ORDER_PERCENT = 70;
const REMOVE_PERCENT = 20;
/** How many of a hundred waiting visitors close the page. */
const CLOSE_PAGE_PERCENT = 2;
/** The browser's own timeout (src/web/call-operation.ts). */
const CALL_TIMEOUT_MS = 15_000;

/** One visitor of a crowd: opens the page, waits in the waiting room, adds one piece to a cart, and may order it. */
export class CrowdVisitor {
  private readonly setup: VisitorSetup;
  private readonly arrivedAt = performance.now();
  private readonly secret = randomBytes(32).toString("base64url");
  private readonly headers: Record<string, string>;
  private hasResult = false;

  constructor(setup: VisitorSetup) {
    this.setup = setup;
    const { visitorIndex } = setup;
    this.headers = {
      Host: "localhost",
      "Accept-Encoding": "gzip, br",
      "X-Forwarded-For": `10.${visitorIndex >> 16}.${(visitorIndex >> 8) & 255}.${visitorIndex & 255}`,
    };
  }

  /** Makes the whole visit. Returns how it ended. */
  async visit(): Promise<string> {
    const { crowd, figures, pick } = this.setup;
    if (crowd.isDirect) {
      await this.call("GET", `/products/${crowd.sizes[0]!.productId}/details`);
      return this.addPiece({});
    }
    await this.call("GET", "/preventa");
    await this.call("POST", "/api/v1/auth/code/refresh", { body: { code: crowd.code } });
    let answer = await this.call("POST", "/api/v1/presale/room", { body: { visitor: this.secret } });
    const closesPage = pick(100) < CLOSE_PAGE_PERCENT;
    for (;;) {
      if (answer.status !== 200) return `no place: ${answer.status} ${answer.json?.code}`;
      this.recordFirstResult();
      const { state, grant, pollSeconds } = answer.json;
      if (state === "SOLD_OUT") {
        figures.soldOutAt.push(performance.now());
        return "saw Agotado";
      }
      if (state === "ADMITTED") return this.enterShop(grant);
      if (closesPage) return "closed the page";
      if (performance.now() > this.setup.endsAt) return `still ${state}`;
      await sleep(pollSeconds * 1_000);
      answer = await this.call("GET", `/api/v1/presale/room?presale=${crowd.presaleId}`, {
        headers: { "X-VISITOR": this.secret },
      });
    }
  }

  private async enterShop(grant: string): Promise<string> {
    await this.call("GET", "/api/v1/presale");
    return this.addPiece({ "X-GRANT": grant });
  }

  private async addPiece(headers: Record<string, string>): Promise<string> {
    const { crowd, pick } = this.setup;
    const { sizes } = crowd;
    // If a size is sold out, the visitor tries another one.
    const firstIndex = pick(sizes.length);
    for (let offset = 0; offset < sizes.length; offset++) {
      const size = sizes[(firstIndex + offset) % sizes.length]!;
      const products = [{ productId: size.productId, attributeId: size.sizeId, quantity: 1 }];
      const { status, json } = await this.call("POST", "/api/v1/carts", {
        body: { products, isPresale: !crowd.isDirect },
        headers: { ...headers, "Idempotency-Key": randomUUID() },
      });
      this.recordFirstResult();
      if (status !== 200) return `not added: ${status} ${json?.code}`;
      if (json.cart) return this.endVisit(json.cart._id, size, headers);
    }
    return crowd.isDirect ? "saw Agotado" : "admitted without stock";
  }

  private async endVisit(
    cartId: string,
    size: Crowd["sizes"][number],
    headers: Record<string, string>,
  ): Promise<string> {
    const { pick } = this.setup;
    await sleep(500 + pick(4_000));
    const chance = pick(100);
    if (chance < ORDER_PERCENT) return this.placeOrder(cartId);
    if (chance >= ORDER_PERCENT + REMOVE_PERCENT) return "abandoned a cart";
    const body = { productId: size.productId, attributeId: size.sizeId, newQuantity: 0 };
    await this.call("PUT", `/api/v1/carts/${cartId}/update`, { body, headers });
    return "removed the piece";
  }

  private async placeOrder(cartId: string): Promise<string> {
    const phone = `55${String(this.setup.visitorIndex).padStart(8, "0")}`;
    const person = { name: "Ana", lastName: "Prueba Sánchez", phone };
    const newIdempotencyHeader = () => ({ "Idempotency-Key": randomUUID() });
    const customerAnswer = await this.call("POST", "/api/v1/customers", {
      body: person,
      headers: newIdempotencyHeader(),
    });
    if (customerAnswer.status !== 200) return `no customer: ${customerAnswer.status}`;
    const { access_token: token, customer } = customerAnswer.json;
    const Authorization = `Bearer ${token}`;
    const addressAnswer = await this.call("POST", `/api/v1/customers/${customer._id}/address`, {
      body: { street: "Av. Juárez 100", neigh: "Centro", postalCode: "06010", city: "México", state: "CDMX" },
      headers: { Authorization },
    });
    const input = {
      customerId: customer._id,
      addressId: addressAnswer.json?.addresses?.[0]?._id,
      shippingId: this.setup.crowd.carrierId,
      secured: false,
      payment_method: "TB",
    };
    const checkoutAnswer = await this.call("POST", `/api/v1/carts/${cartId}/checkout`, {
      body: input,
      headers: { Authorization, ...newIdempotencyHeader() },
    });
    return checkoutAnswer.status === 200
      ? "ordered"
      : `not ordered: ${checkoutAnswer.status} ${checkoutAnswer.json?.code}`;
  }

  /**
   * Records when the visitor sees their first result: a place, a turn, a piece, Agotado or a refusal.
   * Later calls do nothing.
   */
  private recordFirstResult(): void {
    if (!this.hasResult) this.setup.figures.firstResultMs.push(performance.now() - this.arrivedAt);
    this.hasResult = true;
  }

  /** Makes a call. If the shop is busy or does not answer, retries it up to four times. */
  private async call(
    method: string,
    path: string,
    parts: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(method, path, parts);
      const shouldRetry = answer.status === 503 || answer.status === 429 || answer.status === 0;
      if (!shouldRetry || attempt === 5) return answer;
      await sleep(Math.max(1, answer.retryAfter) * 1_000 * (0.75 + Math.random() / 2));
    }
  }

  private send(
    method: string,
    path: string,
    { body, headers }: { body?: object; headers?: Record<string, string> },
  ): Promise<Answer> {
    const { agent, crowd, figures } = this.setup;
    const text = body && JSON.stringify(body);
    const sentAt = performance.now();
    const record = (status: number, retryAfter: string | undefined): void => {
      figures.attemptMs.push(performance.now() - sentAt);
      const name = status === 503 && retryAfter === undefined ? "503 without Retry-After" : String(status);
      figures.statusCounts[name] = (figures.statusCounts[name] ?? 0) + 1;
    };
    return new Promise((resolve) => {
      const sentRequest = request(
        {
          agent,
          host: "127.0.0.1",
          port: crowd.port,
          method,
          path,
          timeout: CALL_TIMEOUT_MS,
          headers: {
            ...this.headers,
            // As in a browser, API calls contain the code, and page requests do not.
            ...(!crowd.isDirect && path.startsWith("/api") && { "X-CODE": crowd.code }),
            ...headers,
            ...(text && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => {
            const retryAfter = response.headers["retry-after"];
            record(response.statusCode!, retryAfter);
            const isJson = /json/.test(response.headers["content-type"] ?? "") && path.startsWith("/api");
            const json = isJson ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
            resolve({ status: response.statusCode!, json, retryAfter: Number(retryAfter ?? 0) });
          });
          response.on("error", () => fail());
        },
      );
      const fail = (): void => {
        record(0, undefined);
        resolve({ status: 0, json: undefined, retryAfter: 1 });
      };
      sentRequest.on("timeout", () => sentRequest.destroy(new Error("no answer in time")));
      sentRequest.on("error", fail);
      sentRequest.end(text);
    });
  }
}
