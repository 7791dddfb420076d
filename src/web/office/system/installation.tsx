import { formatAgo } from "../../../domain/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { Section } from "../kit/section.tsx";
import type { Loaded } from "./route.tsx";

export function Program({ loaded }: { loaded: Loaded }) {
  return (
    <Section title="Este programa">
      <Facts
        facts={{
          Node: loaded.node,
          "En marcha desde": formatAgo(new Date(loaded.now.getTime() - loaded.upSeconds * 1_000), loaded.now),
          "Qué hace": loaded.role === "all" ? "sirve páginas y hace tareas" : loaded.role,
          Dirección: loaded.publicUrl ?? "ninguna: es una demostración",
          "Base de datos": loaded.isEmbedded ? "la incluida, en DATA_DIR" : "DATABASE_URL",
          "Llave del panel": loaded.hasStaffKey ? "STAFF_KEY" : "un archivo en DATA_DIR",
          "Llave de facturación": loaded.hasInvoicingKey ? "INVOICING_KEY" : "ninguna propia",
        }}
      />
    </Section>
  );
}

export function Backups({ loaded: { isEmbedded, isInBucket } }: { loaded: Loaded }) {
  return (
    <Section title="Respaldos">
      <p className="text-sm">
        La tienda no se respalda sola y no sabe cuándo fue el último: lo hace quien la instaló, cada noche. Primero la
        base de datos y después las fotos, en ese orden, para que ninguna falte.
      </p>
      <pre className="overflow-x-auto rounded-box bg-sand p-4 text-sm" tabIndex={0}>
        {isEmbedded
          ? "npm run -s shop -- audit        # antes: que los datos cuadren\n# detén la tienda y copia DATA_DIR entera"
          : `pg_dump --format=custom "$DATABASE_URL" > tienda.dump\n${isInBucket ? "# después, una copia del bucket" : "# después, una copia de DATA_DIR"}`}
      </pre>
      <p className="text-sm text-soft">Después de restaurar uno, corre una auditoría.</p>
    </Section>
  );
}
