import type { Queryable } from "../db/connect.ts";
import type { PostalCode } from "./read-postal-codes.ts";

export function findPostalCode(db: Queryable, code: string): Promise<PostalCode | undefined> {
  return db.selectFrom("postal_codes").selectAll().where("code", "=", code).executeTakeFirst();
}

/** The last ten lists that were loaded, newest first. The first one is the current list. */
export function listPostalCodeImports(db: Queryable) {
  return db.selectFrom("postal_code_imports").selectAll().orderBy("id", "desc").limit(10).execute();
}
