import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { isNamed } from "./existing-products.ts";
import type { SluggedRow } from "./product-row.ts";
import { toSlug } from "./slug.ts";

type Table = "brands" | "categories";

/** Brands and categories by the names in a file. Each name is looked up once per transaction. */
export class IdsByName {
  private readonly tx: Tx;
  private readonly idByKey = new Map<string, string>();

  constructor(tx: Tx) {
    this.tx = tx;
  }

  /**
   * The ids of the rows with these names, without duplicates. Of two rows with one name it takes the one in
   * `existingRows`. Creates missing rows.
   */
  async findOrCreateAll(
    table: Table,
    names: readonly string[],
    existingRows: readonly SluggedRow[] = [],
  ): Promise<string[]> {
    const ids = new Set<string>();
    for (const name of names) {
      ids.add(existingRows.find((row) => isNamed(row, name))?.id ?? (await this.findOrCreate(table, name)));
    }
    return [...ids];
  }

  private async findOrCreate(table: Table, name: string): Promise<string> {
    const key = `${table} ${name}`;
    const id = this.idByKey.get(key) ?? (await findOrInsertRow(this.tx, table, name));
    this.idByKey.set(key, id);
    return id;
  }
}

/**
 * Finds a row by its slug or name, so that 'Hombre' and 'hombre ' are the same, or creates it. A concurrent import that
 * creates the same row waits for the lock of the unique slug.
 */
async function findOrInsertRow(tx: Tx, table: Table, name: string): Promise<string> {
  const slug = toSlug(name);
  const find = async () => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(table)} WHERE slug = ${slug} OR plain_text(name) = plain_text(${name})
      ORDER BY slug = ${slug} DESC, id LIMIT 1`.execute(tx);
    return rows[0]?.id;
  };
  const existingId = await find();
  if (existingId !== undefined) return existingId;
  const displayName = name.charAt(0).toLocaleUpperCase("es") + name.slice(1);
  const extraColumns = table === "categories" ? { description: "", position: 1_000 } : {};
  await tx
    .insertInto(table)
    .values({ id: newId(), slug, name: displayName, ...extraColumns } as never)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
  return (await find())!;
}
