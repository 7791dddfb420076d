import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const HEAD = "window.__reactRouterManifest=";
const NAME = /^manifest-\w+\.js$/;

/**
 * React Router names every route to every page. The shop's pages get the list without the back office and the pages of a
 * closed shop, which they never link to; the whole list lies beside it for those.
 */
export function splitManifest(assets: string): void {
  const name = readdirSync(assets).find((file) => NAME.test(file));
  if (!name) throw new Error("The build left no manifest");
  const file = path.join(assets, name);
  const code = readFileSync(file, "utf8");
  if (!code.startsWith(HEAD)) throw new Error("The manifest is written otherwise than expected");
  const manifest = JSON.parse(code.slice(HEAD.length).replace(/;\s*$/, "")) as { routes: Record<string, unknown> };
  const routes = Object.entries(manifest.routes).filter(
    ([id]) => !/^(?:office|shop\/(?:opening|maintenance))\//.test(id),
  );
  writeFileSync(path.join(assets, `office-${name}`), code);
  writeFileSync(file, `${HEAD}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`);
}

/** A rendered page of the back office or of a closed shop, asking for the whole list. */
export function toOfficeManifest(html: string): string {
  return html.replaceAll("/assets/manifest-", "/assets/office-manifest-");
}
