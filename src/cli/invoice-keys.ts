import { Command } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { UNIT_NAMES } from "../domain/sat-keys.ts";
import { findProductKeys } from "../domain/sat-product-keys.ts";
import { isId } from "../server/db/new-id.ts";
import { listConfirmedKeys, listKeysToReview, type KeyConfirmation } from "../server/invoicing/accept-sat-key.ts";
import { setSatKeys } from "../server/invoicing/set-issuer.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

/** Commands that search, review and set SAT's keys. */
export function keysCommand(): Command {
  const command = new Command("keys").description("claves del SAT: buscarlas, y las de un producto o de una categoría");
  command
    .command("search")
    .argument("<palabras...>", "p. ej. blusa mujer, o los primeros dígitos")
    .action((words: string[]) =>
      withApp(async (app) => {
        const matches = findProductKeys(words.join(" "), await listConfirmedKeys(app.db), 50);
        if (matches.length === 0) printLine("Ninguna clave de la lista es así.");
        for (const { key, name } of matches) printLine(`${key} ${name}`);
      }),
    );
  command
    .command("review")
    .description("lo que tiene una clave que no está en la lista ni confirmó nadie")
    .action(() =>
      withApp(async (app) => {
        const keysToReview = await listKeysToReview(app.db);
        if (keysToReview.length === 0) printLine("Todas las claves están en la lista o confirmadas.");
        for (const { kind, id, name, key } of keysToReview)
          printLine(`${key} · ${KEY_OWNER_LABEL[kind]} ${name} (${id})`);
      }),
    );
  for (const [commandName, table] of [
    ["product", "products"],
    ["category", "categories"],
  ] as const) {
    command
      .command(commandName)
      .argument("<_id>")
      .argument("[clave]", "ClaveProdServ, ocho dígitos; sin ella se quita")
      .argument(
        "[unidad]",
        `ClaveUnidad: ${Object.keys(UNIT_NAMES).join(", ")}; sin ella no cambia, y se quita con la clave`,
      )
      .option("--confirm <nombre>", "la clave no está en la lista y sí en la del SAT, con este nombre")
      .action((id: string, productKey?: string, unitKey?: string, options: { confirm?: string } = {}) =>
        withApp(async (app) => {
          if (!isId(id)) throw new CommandError("No existe.");
          const result = await setSatKeys(
            app,
            { table, id },
            {
              productKey: productKey ?? null,
              // Without a product key both are removed.
              unitKey: productKey === undefined ? null : unitKey,
              confirmation: confirmationOf(options.confirm),
            },
            CONSOLE_ACTOR,
          );
          if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
        }),
      );
  }
  return command;
}

const KEY_OWNER_LABEL = { issuers: "quien factura en", categories: "categoría", products: "producto" } as const;

/** A key outside our list is accepted if staff give the name that SAT has for it. */
export function confirmationOf(name: string | undefined): KeyConfirmation | undefined {
  return name === undefined ? undefined : { name };
}
