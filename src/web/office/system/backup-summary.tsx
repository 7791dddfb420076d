import { Link } from "react-router";
import { formatAgo } from "../../../domain/format-ago.ts";
import type { BackupStatus } from "../../../server/backup/backup-status.ts";
import { Notice } from "../../ui/notice.tsx";
import { Facts } from "../kit/facts.tsx";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";

/** The state of the backups, with a warning if there are none, they are too old or the WAL is not archived. */
export function BackupSummary({ backups, now }: { backups: BackupStatus; now: Date }) {
  return (
    <Section title="Respaldos">
      <BackupWarning backups={backups} now={now} />
      {backups.place !== null && <BackupFacts backups={backups} now={now} />}
      <p className="text-sm font-semibold">
        <Link to={officePaths.systemBackups} className="inline-flex min-h-9 items-center underline">
          Ver los respaldos
        </Link>
      </p>
    </Section>
  );
}

export function BackupFacts({ backups, now }: { backups: BackupStatus; now: Date }) {
  const { place, verifiedBackupAt, archivedUntil } = backups;
  return (
    <Facts
      facts={{
        "Último comprobado": verifiedBackupAt ? formatAgo(verifiedBackupAt, now) : "ninguno",
        "Cambios guardados": archivedUntil ? `todos hasta ${formatAgo(archivedUntil, now)}` : "todavía no",
        Dónde: place,
      }}
    />
  );
}

/** What staff must do about the backups, if anything. */
export function BackupWarning({ backups, now }: { backups: BackupStatus; now: Date }) {
  const { place, verifiedBackupAt, archiveFailure, needsAttention } = backups;
  if (place === null) {
    return (
      <Notice tone="warning" title="Esta tienda no se respalda">
        Si este equipo se pierde, se pierden los pedidos. Pide a quien la instaló que ponga BACKUP_TO, o que corra{" "}
        <code>npm run -s shop -- backup --to /otro/disco</code>.
      </Notice>
    );
  }
  if (!needsAttention) return null;
  const title = verifiedBackupAt
    ? `El último respaldo comprobado es de ${formatAgo(verifiedBackupAt, now)}`
    : "Todavía no hay un respaldo comprobado";
  return (
    <Notice tone="warning" title={title}>
      {archiveFailure ? `Los cambios no se están guardando: ${archiveFailure}` : "Se hace uno cada día, de madrugada."}
    </Notice>
  );
}
