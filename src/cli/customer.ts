import { Command, InvalidArgumentError } from "commander";
import { normalizeTag } from "../domain/customer-tag.ts";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { normalizeUsername } from "../domain/username.ts";
import type { App } from "../server/app.ts";
import { findCustomers } from "../server/customers/office/find-customers.ts";
import { changeCustomerTags } from "../server/customers/office/change-customer-tags.ts";
import { findAccount, findCustomer } from "../server/customers/queries.ts";
import { isId } from "../server/db/new-id.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

/** More customers than any shop has. */
const NO_LIMIT = 10_000_000;

export function customerCommand(): Command {
  const command = new Command("customer").description("etiquetas de clientes");
  command
    .command("list")
    .description("los clientes con una etiqueta")
    .argument("<etiqueta>", "por ejemplo vip", readTag)
    .action((tag: string) =>
      withApp(async (app) => {
        const customers = await findCustomers(app.db, { shops: "all", term: "", tag }, NO_LIMIT);
        for (const { id, name, email, username, phone } of customers) {
          printLine(`${id}  ${name}  ${email ?? username ?? phone}`);
        }
      }),
    );
  addTagCommand(command, "tag", "pone una etiqueta a clientes", (tag) => ({ add: [tag], remove: [] }));
  addTagCommand(command, "untag", "quita una etiqueta a clientes", (tag) => ({ add: [], remove: [tag] }));
  return command;
}

function addTagCommand(
  command: Command,
  name: string,
  description: string,
  toTagChange: (tag: string) => { add: string[]; remove: string[] },
): void {
  command
    .command(name)
    .description(description)
    .argument("<etiqueta>", "por ejemplo vip", readTag)
    .argument("<cliente...>", "el correo o celular con que entra, o su _id")
    .action((tag: string, typedCustomers: string[]) =>
      withApp(async (app) => {
        const customers: { typedCustomer: string; id: string }[] = [];
        // All customers are found before the first one is changed.
        for (const typedCustomer of typedCustomers) {
          customers.push({ typedCustomer, id: await getCustomerId(app, typedCustomer) });
        }
        for (const { typedCustomer, id } of customers) {
          const result = await changeCustomerTags(app.db, id, toTagChange(tag), CONSOLE_ACTOR);
          if (isRefusal(result)) throw new CommandError(`${typedCustomer}: ${refusalText(result.refused, "staff")}`);
        }
      }),
    );
}

async function getCustomerId(app: App, typedCustomer: string): Promise<string> {
  if (isId(typedCustomer)) {
    if (!(await findCustomer(app.db, typedCustomer)))
      throw new CommandError(`No hay ningún cliente registrado como ${typedCustomer}.`);
    return typedCustomer;
  }
  const username = normalizeUsername(typedCustomer);
  const account = username === null ? undefined : await findAccount(app.db, username);
  if (!account) throw new CommandError(`No hay ningún cliente registrado como ${typedCustomer}.`);
  return account.customerId;
}

function readTag(text: string): string {
  const tag = normalizeTag(text);
  if (tag === null) throw new InvalidArgumentError("de 1 a 30 letras, sin comas");
  return tag;
}
