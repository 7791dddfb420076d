import { userInfo } from "node:os";
import { Command } from "commander";
import { formatDateTime } from "../domain/dates.ts";
import { isRefusal } from "../domain/refusal.ts";
import { createSuToken } from "../server/staff/su-tokens.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

export function suCommand(): Command {
  return new Command("su")
    .description("imprime un token de un solo uso para abrir una sesión asistida de un cliente en /sulogin")
    .argument("<usuario>", "el correo o teléfono con que entra el cliente")
    .option(
      "--as <nombre>",
      "quién atiende: así aparece en la bitácora",
      `${CONSOLE_ACTOR.name} (${userInfo().username})`,
    )
    .action((username: string, { as: staffName }: { as: string }) =>
      withApp(async (app) => {
        const suToken = await createSuToken(app, username, { ...CONSOLE_ACTOR, name: staffName });
        if (isRefusal(suToken)) throw new CommandError(`No hay ningún cliente registrado como ${username}.`);
        printLine(suToken.token);
        console.error(`Sirve una vez, hasta el ${formatDateTime(suToken.expiresAt)}`);
      }),
    );
}
