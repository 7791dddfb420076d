import { formatDateTime } from "../../../../domain/dates.ts";
import type { BackupRun } from "../../../../server/backup/backup-status.ts";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";

/** The last runs of the backup, also failed and unfinished ones, newest first. */
export function BackupRuns({ runs }: { runs: BackupRun[] }) {
  return (
    <Section title="Los últimos">
      {runs.length === 0 ? (
        <p className="text-sm text-soft">Todavía no se ha hecho ninguno.</p>
      ) : (
        <Table
          caption="Últimos respaldos"
          rows={runs}
          keyOf={({ id }) => id}
          columns={[
            { head: "Cuándo", cell: ({ startedAt }) => formatDateTime(startedAt), isTitle: true },
            { head: "Quién", cell: ({ requestedBy }) => requestedBy },
            { head: "Tamaño", cell: ({ bytes }) => (bytes === null ? "–" : `${(bytes / 1_048_576).toFixed(1)} MB`) },
            { head: "Archivos", cell: ({ files }) => files ?? "–" },
            { head: "Estado", cell: (run) => <RunState run={run} /> },
          ]}
        />
      )}
    </Section>
  );
}

function RunState({ run }: { run: BackupRun }) {
  const { endedAt, failure, verifiedAt, verificationFailure, wasRestoreTested } = run;
  const problem = failure ?? verificationFailure;
  if (problem !== null) {
    return (
      <span className="space-y-1">
        <Badge tone="error">{failure ? "Falló" : "Dañado"}</Badge>
        <span className="block text-sm wrap-anywhere">{problem}</span>
      </span>
    );
  }
  if (endedAt === null) return <Badge tone="plain">En marcha</Badge>;
  if (verifiedAt === null) return <Badge tone="warning">Sin comprobar</Badge>;
  return <Badge tone="success">{wasRestoreTested ? "Comprobado y restaurado aparte" : "Comprobado"}</Badge>;
}
