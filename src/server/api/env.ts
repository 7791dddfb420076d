import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import type { Cacheable } from "../http/response-cache.ts";
import type { Connection } from "../http/server.ts";
import type { RateLimits } from "../http/rate-limits.ts";

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
  Bindings: Partial<Connection>;
}
