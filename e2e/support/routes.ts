import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../src/web/routes.ts";

/** The patterns of all routes in routes.ts: "/", "/products/:productId/details", … */
export function listRoutePatterns(): string[] {
  return [...new Set(listPatterns(routes, ""))];
}

function listPatterns(entries: RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path ? `${parent}/${entry.path}` : parent;
    return entry.children ? listPatterns(entry.children, pattern) : [pattern || "/"];
  });
}
