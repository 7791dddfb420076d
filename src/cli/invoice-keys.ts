import { Command } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { UNIT_NAMES } from "../domain/sat-keys.ts";
import { findProductKeys } from "../domain/sat-product-keys.ts";
import { isId } from "../server/db/new-id.ts";
import { listConfirmedKeys, listKeysToReview, type KeyConfirmation } from "../server/invoicing/accept-sat-key.ts";
import { setSatKeys } from "../server/invoicing/set-issuer.ts";
import { CONSOLE, Refused, say, withApp } from "./console.ts";

/** SAT's keys: to search them, to review those in use, and to set those of a product or category. */
export function keysCommand(): Command {
  const keys = new Command("keys").description("claves del SAT: buscarlas, y las de un producto o de una categoría");
  keys
    .command("search")
    .argument("<palabras...>", "p. ej. blusa mujer, o los primeros dígitos")
    .action((words: string[]) =>
      withApp(async (app) => {
        const found = findProductKeys(words.join(" "), await listConfirmedKeys(app.db), 50);
        if (found.length === 0) say("Ninguna clave de la lista es así.");
        for (const { key, name } of found) say(`${key} ${name}`);
      }),
    );
  keys
    .command("review")
    .description("lo que tiene una clave que no está en la lista ni confirmó nadie")
    .action(() =>
      withApp(async (app) => {
        const found = await listKeysToReview(app.db);
        if (found.length === 0) say("Todas las claves están en la lista o confirmadas.");
        for (const { kind, id, name, key } of found) say(`${key} · ${REVIEWED_LABEL[kind]} ${name} (${id})`);
      }),
    );
  for (const [name, table] of [
    ["product", "products"],
    ["category", "categories"],
  ] as const) {
    keys
      .command(name)
      .argument("<_id>")
      .argument("[clave]", "ClaveProdServ, ocho dígitos; sin ella se quita")
      .argument("[unidad]", `ClaveUnidad: ${Object.keys(UNIT_NAMES).join(", ")}`)
      .option("--confirm <nombre>", "la clave no está en la lista y sí en la del SAT, con este nombre")
      .action((id: string, productKey?: string, unitKey?: string, options: { confirm?: string } = {}) =>
        withApp(async (app) => {
          if (!isId(id)) throw new Refused("No existe.");
          const changed = await setSatKeys(
            app,
            { table, id },
            {
              productKey: productKey ?? null,
              unitKey: unitKey ?? null,
              confirmation: confirmationOf(options.confirm),
            },
            CONSOLE,
          );
          if (isRefusal(changed)) throw new Refused(refusalText(changed.refused, "staff"));
        }),
      );
  }
  return keys;
}

const REVIEWED_LABEL = { issuers: "quien factura en", categories: "categoría", products: "producto" } as const;

/** Staff confirm with its name that SAT has a key which is not in the list. */
export function confirmationOf(name: string | undefined): KeyConfirmation | undefined {
  return name === undefined ? undefined : { name };
}
