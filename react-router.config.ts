import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { precompress } from "./src/web/build/precompress.ts";

export default {
  appDirectory: "src/web",
  ssr: true,
  // The routes are few and known at build time: no manifest requests while somebody shops.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => precompress(path.join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
