import { Command, CommanderError } from "commander";
import { z } from "zod";
import { auditCommand } from "./cli/audit.ts";
import { Refused } from "./cli/console.ts";
import { databaseCommands } from "./cli/database.ts";
import { importCommand } from "./cli/import.ts";
import { invoiceCommand } from "./cli/invoice.ts";
import { legalCommand } from "./cli/legal.ts";
import { orderCommand } from "./cli/order.ts";
import { pictureCommand } from "./cli/picture.ts";
import { presaleCommand } from "./cli/presale.ts";
import { relockCommand } from "./cli/relock.ts";
import { reviewCommand } from "./cli/review.ts";
import { settingsCommand } from "./cli/settings.ts";
import { shopsCommand } from "./cli/shops.ts";
import { staffCommand } from "./cli/staff.ts";
import { stockCommand } from "./cli/stock.ts";
import { suCommand } from "./cli/su.ts";
import { ticketCommand } from "./cli/ticket.ts";
import { isReadable, UNREADABLE_TEXT } from "./domain/readable-text.ts";
import { FilesUnavailable } from "./server/adapters/files/files.ts";
import { BadConfig } from "./server/config.ts";
import { FolderInUse } from "./server/db/cluster-lock.ts";
import { SchemaTooNew } from "./server/db/migrate.ts";

z.config(z.locales.es());

const program = new Command("shop")
  .description("La tienda desde la consola. Usa el mismo entorno que la tienda (DATABASE_URL o DATA_DIR).")
  .helpOption("-h, --help", "muestra esta ayuda")
  .helpCommand(false)
  .showHelpAfterError("(--help dice cómo se usa)");

for (const command of [
  ...databaseCommands(),
  importCommand(),
  shopsCommand(),
  settingsCommand(),
  legalCommand(),
  stockCommand(),
  pictureCommand(),
  orderCommand(),
  presaleCommand(),
  ticketCommand(),
  invoiceCommand(),
  reviewCommand(),
  staffCommand(),
  suCommand(),
  relockCommand(),
  auditCommand(),
]) {
  program.addCommand(command);
}

/** Exit codes: 0 done, 1 refused with the reason on stderr, 2 wrong use (rule API-6). */
const WRONG_USE = 2;

overrideExit(program);
try {
  if (!process.argv.slice(2).every(isReadable)) throw new Refused(UNREADABLE_TEXT);
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE;
  else if (isSentence(error)) {
    console.error(error.message);
    process.exitCode = 1;
  } else {
    console.error(error);
    process.exitCode = 1;
  }
}

/** Errors that are words for whoever typed the command; anything else is a bug and shows where. */
function isSentence(error: unknown): error is Error {
  return [Refused, BadConfig, FolderInUse, SchemaTooNew, FilesUnavailable].some((kind) => error instanceof kind);
}

function overrideExit(command: Command): void {
  command.exitOverride();
  for (const below of command.commands) overrideExit(below);
}
