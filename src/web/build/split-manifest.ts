import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const MANIFEST_PREFIX = "window.__reactRouterManifest=";
interface Route {
  imports: string[];
}

const MANIFEST_NAME = /^manifest-\w+\.js$/;

/**
 * Splits React Router's manifest, which lists all routes. The shop's pages get a manifest without the routes that they
 * never link to: the back office, the files for crawlers and service workers, the offline page, and the pages of a
 * closed shop. The complete manifest is written to a second file, for the pages of these routes.
 */
export function splitManifest(assetsFolder: string): void {
  const manifestName = readdirSync(assetsFolder).find((file) => MANIFEST_NAME.test(file));
  if (!manifestName) throw new Error("The build wrote no manifest");
  const manifestPath = path.join(assetsFolder, manifestName);
  const code = readFileSync(manifestPath, "utf8");
  if (!code.startsWith(MANIFEST_PREFIX)) throw new Error("The manifest does not begin as expected");
  const manifest = JSON.parse(code.slice(MANIFEST_PREFIX.length).replace(/;\s*$/, "")) as {
    routes: Record<string, Route>;
  };
  const rootImports = new Set(manifest.routes.root?.imports);
  const routes = Object.entries(manifest.routes)
    .filter(([id]) => !/^(?:office|crawlers|shop\/(?:opening|maintenance|offline|check-in\/worker))\//.test(id))
    .map(([id, route]) => {
      // Properties that are false can be left out, and so can the imports of the root, which every page has loaded.
      const properties = Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false));
      return [
        id,
        id === "root" ? properties : { ...properties, imports: route.imports.filter((file) => !rootImports.has(file)) },
      ];
    });
  writeFileSync(path.join(assetsFolder, `office-${manifestName}`), code);
  writeFileSync(
    manifestPath,
    `${MANIFEST_PREFIX}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`,
  );
}

/** A rendered page of the back office or of a closed shop, changed to load the complete manifest. */
export function linkCompleteManifest(html: string): string {
  return html.replaceAll("/assets/manifest-", "/assets/office-manifest-");
}
