import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { OperationName } from "../../contract/operations.ts";
import { problem } from "./problems.ts";

/**
 * Calls per minute from one IP address to one process, before RATE_LIMIT_SCALE. Reading the catalogue is not limited:
 * the response cache serves it. Limits that all processes share are in limits/ and cost a round trip.
 */
const CALLS_PER_MINUTE: Partial<Record<OperationName, number>> = {
  createCart: 600,
  addToCart: 600,
  changeQuantity: 600,
  extendCart: 120,
  checkout: 240,
  listPresale: 600,
  joinRoom: 600,
  // Enough for a hundred visitors in a waiting room behind one IP address, each polling up to 25 times a minute.
  getQueueStatus: 3_000,
  enterCode: 600,
  refreshCode: 600,
  login: 240,
  refreshSession: 240,
  logout: 240,
  createCustomer: 240,
  changeCustomer: 120,
  changePassword: 60,
  addAddress: 240,
  changeAddress: 240,
  listOrders: 240,
  // Nobody should copy the owner's list of postal codes from here, but several customers may share one IP address.
  getPostalCode: 300,
  saveMeasures: 120,
  deleteMeasures: 60,
  getWishlist: 300,
  saveToWishlist: 240,
  removeFromWishlist: 240,
  changeInvitations: 120,
  sendMailboxCode: 60,
  confirmMailbox: 120,
  getOrder: 600,
  getReceipt: 60,
  linkOrder: 60,
  cancelOrder: 60,
  changeOrderAddress: 120,
  changeOrderPickup: 120,
  listCartCarriers: 240,
  getQuote: 1_200,
  listReturns: 600,
  askForReturn: 120,
  cancelReturn: 120,
  sendReturn: 120,
  getWaitingPlace: 240,
  confirmWaitingPlace: 60,
  leaveWaitingList: 60,
  takeOffer: 60,
  syncDoor: 600,
  scanAtDoor: 1_200,
  reconcileDoor: 240,
  undoScan: 240,
  listOwnReviews: 240,
  answerInvitations: 60,
};

/**
 * Limits how often one IP address may call the operations of `CALLS_PER_MINUTE`. Further calls get 429 with
 * Retry-After.
 */
export class RateLimits {
  private readonly limiters: Map<OperationName, RateLimiterMemory>;

  constructor(scale: number) {
    this.limiters = new Map(
      Object.entries(CALLS_PER_MINUTE).map(([name, points]) => [
        name as OperationName,
        new RateLimiterMemory({ points: Math.ceil(points * scale), duration: 60 }),
      ]),
    );
  }

  /** Counts a call. Returns a 429 response if the IP address has reached the limit, otherwise null. */
  async countCall(name: OperationName, ip: string): Promise<Response | null> {
    const limiter = this.limiters.get(name);
    if (!limiter) return null;
    try {
      await limiter.consume(ip);
      return null;
    } catch (rejected) {
      const seconds = Math.ceil((rejected as RateLimiterRes).msBeforeNext / 1_000);
      return problem(429, "TOO_MANY_REQUESTS", "Vas muy rápido. Espera un momento e intenta de nuevo.", {
        headers: { "Retry-After": String(Math.max(1, seconds)) },
      });
    }
  }
}
