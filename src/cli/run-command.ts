import { Command, CommanderError } from "commander";
import { z } from "zod";
import { isStorableText, UNSTORABLE_TEXT_ERROR } from "../domain/storable-text.ts";
import { FilesUnavailable } from "../server/adapters/files/files.ts";
import { InvalidConfig } from "../server/config.ts";
import { FolderInUse } from "../server/db/cluster-lock.ts";
import { SchemaTooNew } from "../server/db/applied-migrations.ts";
import { BrokenBackup } from "../server/backup/wal-archive.ts";
import { RestoreNotPossible } from "../server/backup/choose-backup.ts";
import { NoReplication } from "../server/backup/replication-client.ts";
import { HasTablespaces } from "../server/backup/stream-base-backup.ts";
import { auditCommand } from "./audit.ts";
import { backupCommand } from "./backup.ts";
import { CommandError } from "./console.ts";
import { customerCommand } from "./customer.ts";
import { databaseCommands } from "./database.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { invoiceCommand } from "./invoice.ts";
import { labelsCommand } from "./labels.ts";
import { legalCommand } from "./legal.ts";
import { offerCommand } from "./offer.ts";
import { orderCommand } from "./order.ts";
import { parcelCommand } from "./parcel.ts";
import { pickupCommand } from "./pickup.ts";
import { pictureCommand } from "./picture.ts";
import { postalCodesCommand } from "./postal-codes.ts";
import { presaleCommand } from "./presale.ts";
import { promotionCommand } from "./promotion.ts";
import { reencryptCommand } from "./reencrypt.ts";
import { restoreCommand } from "./restore.ts";
import { returnCommand } from "./return.ts";
import { reviewCommand } from "./review.ts";
import { settingsCommand } from "./settings.ts";
import { shopsCommand } from "./shops.ts";
import { staffCommand } from "./staff.ts";
import { stockCommand } from "./stock.ts";
import { suCommand } from "./su.ts";
import { ticketCommand } from "./ticket.ts";

z.config(z.locales.es());

const EXIT_FAILED = 1;
const EXIT_WRONG_USAGE = 2;

/**
 * Runs one command line of `shop` and returns its exit code (rule API-6): 0 done; 1 refused, with the reason on stderr,
 * or failed, with the stack of the error on stderr; 2 wrong usage.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    if (!args.every(isStorableText)) throw new CommandError(UNSTORABLE_TEXT_ERROR);
    await makeProgram().parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_WRONG_USAGE;
    console.error(isUserError(error) ? error.message : error);
    return EXIT_FAILED;
  }
}

/** A new program for each command line: Commander keeps the options that it has parsed. */
function makeProgram(): Command {
  const program = new Command("shop")
    .description("La tienda desde la consola. Usa el mismo entorno que la tienda (DATABASE_URL o DATA_DIR).")
    .helpOption("-h, --help", "muestra esta ayuda")
    .helpCommand(false)
    .showHelpAfterError("(--help dice cómo se usa)");
  for (const command of [
    ...databaseCommands(),
    importCommand(),
    exportCommand(),
    shopsCommand(),
    settingsCommand(),
    legalCommand(),
    postalCodesCommand(),
    stockCommand(),
    labelsCommand(),
    pictureCommand(),
    orderCommand(),
    parcelCommand(),
    pickupCommand(),
    offerCommand(),
    presaleCommand(),
    promotionCommand(),
    ticketCommand(),
    invoiceCommand(),
    returnCommand(),
    reviewCommand(),
    staffCommand(),
    customerCommand(),
    suCommand(),
    reencryptCommand(),
    backupCommand(),
    restoreCommand(),
    auditCommand(),
  ]) {
    program.addCommand(command);
  }
  overrideExit(program);
  return program;
}

const USER_ERRORS = [
  CommandError,
  InvalidConfig,
  FolderInUse,
  SchemaTooNew,
  FilesUnavailable,
  BrokenBackup,
  RestoreNotPossible,
  HasTablespaces,
  NoReplication,
];

/**
 * Whether the error's message is for the person who ran the command. Any other error is printed with its stack.
 */
function isUserError(error: unknown): error is Error {
  return USER_ERRORS.some((errorClass) => error instanceof errorClass);
}

function overrideExit(command: Command): void {
  command.exitOverride();
  for (const subcommand of command.commands) overrideExit(subcommand);
}
