import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const MANIFEST_PREFIX = "window.__reactRouterManifest=";
interface Route {
  imports: string[];
}

const NAME = /^manifest-\w+\.js$/;

/**
 * Splits React Router's manifest, which names every route to every page. The shop's pages get a manifest without the
 * back office, what crawlers and service workers read, and the pages of a closed shop, which they never link to. The complete manifest is
 * written beside it for the other pages.
 */
export function splitManifest(assets: string): void {
  const name = readdirSync(assets).find((file) => NAME.test(file));
  if (!name) throw new Error("The build left no manifest");
  const file = path.join(assets, name);
  const code = readFileSync(file, "utf8");
  if (!code.startsWith(MANIFEST_PREFIX)) throw new Error("The manifest is written otherwise than expected");
  const manifest = JSON.parse(code.slice(MANIFEST_PREFIX.length).replace(/;\s*$/, "")) as {
    routes: Record<string, Route>;
  };
  const common = new Set(manifest.routes.root?.imports);
  const routes = Object.entries(manifest.routes)
    .filter(([id]) => !/^(?:office|crawlers|shop\/(?:opening|maintenance|offline|check-in\/worker))\//.test(id))
    .map(([id, route]) => {
      // What is false may be missing, and every page has loaded what the root imports.
      const given = Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false));
      return [id, id === "root" ? given : { ...given, imports: route.imports.filter((file) => !common.has(file)) }];
    });
  writeFileSync(path.join(assets, `office-${name}`), code);
  writeFileSync(file, `${MANIFEST_PREFIX}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`);
}

/** A rendered page of the back office or of a closed shop, changed to load the complete manifest. */
export function toOfficeManifest(html: string): string {
  return html.replaceAll("/assets/manifest-", "/assets/office-manifest-");
}
