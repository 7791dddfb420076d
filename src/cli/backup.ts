import { stat } from "node:fs/promises";
import { Command } from "commander";
import { backUp } from "../server/backup/back-up.ts";
import { findBackupPlace } from "../server/backup/backup-place.ts";
import { openBackupStore } from "../server/backup/backup-store.ts";
import { checkBackup, checkAndRecordBackup, type CheckedBackup } from "../server/backup/check-backup.ts";
import type { App } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { formatInstant } from "./instant.ts";

export function backupCommand(): Command {
  return new Command("backup")
    .description("respalda la base de datos, las fotos y los comprobantes")
    .option("--to <lugar>", "carpeta, s3 o s3:bucket; si no, BACKUP_TO o el de la última vez")
    .option("--once", "solo esta vez: la tienda no sigue guardando ahí sus cambios")
    .action((options: { to?: string; once?: boolean }) => withApp((app) => runBackupCommand(app, options)))
    .addCommand(verifyCommand());
}

async function runBackupCommand(app: App, { to, once = false }: { to?: string; once?: boolean }): Promise<void> {
  const storedPlace = await findBackupPlace(app);
  const place = to === undefined ? storedPlace : openBackupStore(app.config, to).place;
  if (place === null) throw new CommandError("¿Dónde? Usa --to <carpeta>, o define BACKUP_TO.");
  // With BACKUP_TO the shop archives its changes there, and another place gets single backups.
  const isContinuous = !once && (app.config.backupTo === null || isPlaceOfBackupTo(app, place));
  const { label, bytes } = await backUp(app, { place, by: CONSOLE_ACTOR, isContinuous });
  printLine(`Respaldo ${label.id} en ${place}: ${(bytes / 1_048_576).toFixed(1)} MB y ${label.fileCount} archivos.`);
  printLine(
    isContinuous
      ? "Mientras la tienda corra, sus cambios se guardan ahí también y podrás volver a cualquier segundo."
      : `Con él se puede volver al ${formatInstant(label.finishedAt)}, no a después.`,
  );
  if (await isOnSameDisk(place, app.config.dataDir)) {
    printLine("Ojo: está en el mismo disco que la tienda. Si ese disco falla, se pierden los dos.");
  }
  printLine(
    "Las llaves no van en el respaldo: guarda aparte STAFF_KEY e INVOICING_KEY (o los archivos .key de DATA_DIR).",
  );
}

/** Whether a backup folder is on the same disk as the shop's data. False for a bucket. */
async function isOnSameDisk(place: string, dataDir: string): Promise<boolean> {
  const [backup, data] = await Promise.all([place, dataDir].map((folder) => stat(folder).catch(() => null)));
  return backup !== null && backup !== undefined && backup.dev === data?.dev;
}

/** Whether `place` is that of BACKUP_TO, however both are written. */
function isPlaceOfBackupTo({ config }: App, place: string): boolean {
  return (
    config.backupTo !== null && openBackupStore(config, config.backupTo).place === openBackupStore(config, place).place
  );
}

function verifyCommand(): Command {
  return new Command("verify")
    .description("lee completo el último respaldo, lo restaura en un servidor aparte y lo audita")
    .argument("[lugar]", "carpeta, s3 o s3:bucket; si no, el de la tienda")
    .action(async (place: string | undefined) => {
      if (place === undefined) return withApp(verifyShopBackup);
      const config = readConfig({ ...process.env });
      const options = { dataDir: config.dataDir, warn: (message: string) => console.error(message) };
      printCheckedBackup(await checkBackup(openBackupStore(config, place), options));
    });
}

async function verifyShopBackup(app: App): Promise<void> {
  const place = await findBackupPlace(app);
  if (place === null) throw new CommandError("Esta tienda no tiene respaldos: haz uno con shop backup --to <carpeta>.");
  printCheckedBackup(await checkAndRecordBackup(app, openBackupStore(app.config, place)));
}

function printCheckedBackup({
  chosen,
  databaseFileCount,
  installationFileCount,
  walChunkCount,
  wasRestoreTested,
}: CheckedBackup): void {
  const { label, until } = chosen;
  printLine(
    `ok  ${label.parts.length} partes y ${databaseFileCount} archivos de la base de datos, con su suma de comprobación`,
  );
  printLine(`ok  ${installationFileCount} fotos y comprobantes`);
  printLine(`ok  ${walChunkCount} trozos de cambios, sin huecos`);
  printLine(
    wasRestoreTested
      ? "ok  se restauró en un servidor aparte y pasó la auditoría"
      : "--  no se restauró para probarlo: es de otro PostgreSQL que el de este equipo, o no cabe en el disco",
  );
  printLine(
    `Respaldo ${label.id}: puedes volver a cualquier segundo del ${formatInstant(label.finishedAt)} al ${formatInstant(until)}.`,
  );
}
