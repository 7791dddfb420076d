import { formatAgo } from "../../../domain/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { Section } from "../kit/section.tsx";
import type { SystemLoaderData } from "./route.tsx";

/** The configuration of this process. */
export function Installation({ loaded }: { loaded: SystemLoaderData }) {
  return (
    <Section title="Este programa">
      <Facts
        facts={{
          Node: loaded.node,
          "En marcha desde": formatAgo(new Date(loaded.now.getTime() - loaded.upSeconds * 1_000), loaded.now),
          "Qué hace": loaded.role === "all" ? "sirve páginas y hace tareas" : loaded.role,
          Dirección: loaded.publicUrl ?? "ninguna: es una demostración",
          "Base de datos": loaded.isDatabaseEmbedded ? "la incluida, en DATA_DIR" : "DATABASE_URL",
          "Llave del panel": loaded.hasStaffKey ? "STAFF_KEY" : "un archivo en DATA_DIR",
          "Llave de facturación": loaded.hasInvoicingKey ? "INVOICING_KEY" : "ninguna propia",
        }}
      />
    </Section>
  );
}
