import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { precompress } from "./src/web/build/precompress.ts";
import { splitManifest } from "./src/web/build/split-manifest.ts";

export default {
  appDirectory: "src/web",
  ssr: true,
  // build-if-needed.ts builds in a folder of its own, and then replaces `build` with it.
  buildDirectory: process.env.NEW_BUILD_FOLDER ?? "build",
  // The manifest that a page loads at first has all routes that the page can link to (split-manifest.ts). The browser
  // never requests more of it later.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => {
    const clientFolder = path.join(reactRouterConfig.buildDirectory, "client");
    splitManifest(path.join(clientFolder, "assets"));
    precompress(clientFolder);
  },
} satisfies Config;
