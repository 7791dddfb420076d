import type { App } from "../app.ts";
import type { Shop } from "../settings/shop.ts";
import type { RateLimits } from "./rate-limits.ts";

/** An answer the process may keep for a second; it shows these products. */
export interface Cacheable {
  productIds: readonly string[];
}

/** What every request carries through Hono. */
export interface HttpEnv {
  Variables: {
    app: App;
    shop: Shop;
    limits: RateLimits;
    /** Whose request it is, for limits: the client's address. */
    address: string;
    requestId: string;
    /** Set by an answer that is the same for everybody. */
    keep?: Cacheable;
  };
  Bindings: {
    /** The peer's address, from the socket. */
    peer: string;
    /** Ends the connection without an answer: only sandboxes do. */
    hangUp?: () => void;
    /** Told once the answer is known to be the same for everybody. */
    keep?: (keep: Cacheable) => void;
  };
}
