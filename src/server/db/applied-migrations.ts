import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";

const FOLDER = path.resolve(import.meta.dirname, "../../../db/migrations");

/** Thrown if a newer version of the program migrated the database. */
export class SchemaTooNew extends Error {
  constructor(newestAppliedName: string, newestKnownName: string) {
    super(
      `La base de datos es de una versión más nueva (${newestAppliedName}) que este programa (${newestKnownName}). Actualízalo.`,
    );
    this.name = "SchemaTooNew";
  }
}

function listMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .sort();
}

/** The SQL of a migration. */
export function readMigration(name: string): string {
  return readFileSync(path.join(FOLDER, name), "utf8");
}

/** Whether all migrations of this program are applied. Throws `SchemaTooNew` if unknown ones are. */
export async function isMigrated(client: Pick<pg.Pool, "query">): Promise<boolean> {
  return (await listPendingMigrations(client)).length === 0;
}

/** The migrations of this program that are not applied, in their order. Throws `SchemaTooNew` if unknown ones are. */
export async function listPendingMigrations(client: Pick<pg.Pool, "query">): Promise<string[]> {
  const knownNames = listMigrations();
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
  const appliedNames = new Set(rows.map((row) => row.name));
  const unknownNames = [...appliedNames].filter((name) => !knownNames.includes(name)).sort();
  if (unknownNames.length > 0) throw new SchemaTooNew(unknownNames.at(-1)!, knownNames.at(-1)!);
  return knownNames.filter((name) => !appliedNames.has(name));
}
