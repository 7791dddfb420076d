import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import type { CacheInfo } from "../http/response-cache.ts";
import type { RequestContext as ServerBindings } from "../http/server.ts";
import type { RateLimits } from "../http/rate-limits.ts";

/** The variables and bindings of every request in Hono. */
export interface HttpEnv {
  Variables: {
    app: App;
    shop: Shop;
    rateLimits: RateLimits;
    /** The key of the client's IP address, for limits (limits/ip-key.ts). */
    ip: string;
    requestId: string;
    /** Set by a public response, which the response cache may store. */
    cacheable?: CacheInfo;
  };
  Bindings: Partial<ServerBindings>;
}
