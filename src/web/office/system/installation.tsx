import { formatAgo } from "../../../domain/format-ago.ts";
import { Facts } from "../kit/facts.tsx";
import { Section } from "../kit/section.tsx";
import type { SystemLoaderData } from "./route.tsx";

/** The configuration, version and uptime of the process that served the page. */
export function Installation({ loaderData }: { loaderData: SystemLoaderData }) {
  return (
    <Section title="Este programa">
      <Facts
        facts={{
          Node: loaderData.nodeVersion,
          "En marcha desde": formatAgo(
            new Date(loaderData.now.getTime() - loaderData.upSeconds * 1_000),
            loaderData.now,
          ),
          "Qué hace": loaderData.processRole === "all" ? "sirve páginas y hace tareas" : "sirve páginas",
          Dirección: loaderData.publicUrl ?? "ninguna: es una demostración",
          "Base de datos": loaderData.isDatabaseEmbedded ? "la incluida, en DATA_DIR" : "DATABASE_URL",
          "Llave del panel": loaderData.hasStaffKey ? "STAFF_KEY" : "un archivo en DATA_DIR",
          "Llave de facturación": loaderData.hasInvoicingKey ? "INVOICING_KEY" : "ninguna propia",
        }}
      />
    </Section>
  );
}
