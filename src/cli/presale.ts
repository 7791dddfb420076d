import { Command, InvalidArgumentError } from "commander";
import { sql } from "kysely";
import { makeAccessCodes } from "../server/presale/access-codes.ts";
import { isId } from "../server/db/new-id.ts";
import { Refused, say, withApp } from "./console.ts";

export function presaleCommand(): Command {
  const presale = new Command("presale").description("códigos de acceso de una preventa");
  presale
    .command("codes")
    .description("hace códigos nuevos y los imprime, uno por renglón")
    .argument("<preventa>", "su nombre o su _id")
    .requiredOption("--count <n>", "cuántos", atLeastOne)
    .option("--uses <n>", "cuántas veces vale cada uno", atLeastOne)
    .action((name: string, { count, uses }: { count: number; uses?: number }) =>
      withApp(async (app) => {
        const presaleRow = await app.db
          .selectFrom("presales")
          .select("id")
          .where(isId(name) ? sql<boolean>`id = ${name}` : sql<boolean>`plain_text(name) = plain_text(${name})`)
          .executeTakeFirst();
        if (!presaleRow) throw new Refused(`No existe la preventa ${name}.`);
        for (const code of await makeAccessCodes(app.db, presaleRow.id, count, uses ?? null)) say(code);
      }),
    );
  return presale;
}

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError("debe ser un número entero desde 1.");
  return Number(text);
}
