import type { App } from "../app.ts";
import type { Db } from "../db/connect.ts";
import type { NamedRow } from "./product-row.ts";

/** All names of sizes, in their order. */
export function listSizeNames(db: Db): Promise<NamedRow[]> {
  return db.selectFrom("size_names").select(["id", "name"]).orderBy("position").orderBy("name").execute();
}

/** By id: the name of a size and its rank in the display order. */
export type SizeNames = ReadonlyMap<string, { name: string; rank: number }>;

type SizesApp = Pick<App, "readDb" | "catalogCache">;

/** All names of sizes, cached for a second. They are read again if one of `ids` is not cached. */
export async function findSizeNames(app: SizesApp, ids: Iterable<string>): Promise<SizeNames> {
  const cached = await app.catalogCache.find("size names", () => loadSizeNames(app));
  for (const id of ids) if (!cached.has(id)) return loadSizeNames(app);
  return cached;
}

async function loadSizeNames({ readDb }: SizesApp): Promise<SizeNames> {
  const rows: NamedRow[] = await listSizeNames(readDb);
  return new Map(rows.map(({ id, name }, rank) => [id, { name, rank }]));
}
