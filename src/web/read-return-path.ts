const ORIGIN = "http://shop";

/**
 * Normalises a requested path at which the customer continues, for example after signing in. It keeps its query and
 * fragment. Undefined if it is not a path of this site. The URL parser decides, because it drops tabs and line breaks:
 * `/<tab>/host` is another host.
 */
export function readReturnPath(requestedPath: string): string | undefined {
  if (!requestedPath.startsWith("/") || !URL.canParse(requestedPath, ORIGIN)) return undefined;
  const { origin, pathname, search, hash } = new URL(requestedPath, ORIGIN);
  return origin === ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : undefined;
}
