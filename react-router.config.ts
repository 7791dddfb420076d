import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { precompress } from "./src/web/build/precompress.ts";
import { splitManifest } from "./src/web/build/split-manifest.ts";

export default {
  appDirectory: "src/web",
  ssr: true,
  // Set by build-if-needed.ts.
  buildDirectory: process.env.BUILD_FOLDER ?? "build",
  // There are few routes and they are known at build time, so the browser never requests the manifest later.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => {
    const clientFolder = path.join(reactRouterConfig.buildDirectory, "client");
    splitManifest(path.join(clientFolder, "assets"));
    precompress(clientFolder);
  },
} satisfies Config;
