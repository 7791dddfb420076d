import { redirect } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { listPostalCodeImports } from "../../../../server/postal-codes/queries.ts";
import { appContext } from "../../../context.ts";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, requireStaff } from "../../guard.ts";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { SystemNav } from "../system-nav.tsx";
import { importUploadedPostalCodes } from "./import-uploaded-postal-codes.server.ts";
import { UploadForm } from "./upload-form.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  return { imports: await listPostalCodeImports(context.get(appContext).genericPlanDb) };
}

/** Loads the list when the form is submitted without JavaScript. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "system.view", "all");
  const outcome = await importUploadedPostalCodes(context.get(appContext), request, actorOf(context, staff));
  return "failure" in outcome ? outcome : redirect(officePaths.systemPostalCodes({ isLoaded: true }));
}

export function meta() {
  return [{ title: "Códigos postales · Panel" }];
}

type PostalCodeImport = Route.ComponentProps["loaderData"]["imports"][number];

const SOURCE_LABEL: Record<string, string> = {
  sepomex: "Correos de México",
  geonames: "GeoNames",
  sample: "Muestra de la demostración",
};

const formatCount = (figure: number): string => figure.toLocaleString("es-MX");

const COLUMNS: readonly Column<PostalCodeImport>[] = [
  { head: "Archivo", isTitle: true, cell: ({ file_name: name }) => <span className="wrap-anywhere">{name}</span> },
  { head: "De", cell: ({ source }) => SOURCE_LABEL[source] ?? source },
  { head: "Nuevos", cell: ({ added }) => formatCount(added), isNumeric: true },
  { head: "Cambiados", cell: ({ changed }) => formatCount(changed), isNumeric: true },
  { head: "Quitados", cell: ({ removed }) => formatCount(removed), isNumeric: true },
  { head: "Cuándo", cell: ({ at, actor }) => `${formatDateTime(at)}, ${actor}` },
];

export default function PostalCodes({ loaderData: { imports }, actionData }: Route.ComponentProps) {
  const [currentImport] = imports;
  return (
    <>
      <PageHead
        title="Códigos postales"
        back={{ to: officePaths.system, label: "Sistema" }}
        lead="Con ellos, quien escribe su código postal ya no escribe su estado, su ciudad ni su colonia."
      />
      <SystemNav />
      <SuccessNotice sentences={{ cargados: "Códigos postales cargados" }} />
      <Section title="La lista de ahora">
        {currentImport ? (
          <Facts
            facts={{
              Códigos: formatCount(currentImport.codes),
              Colonias: formatCount(currentImport.neighborhoods),
              De: `${SOURCE_LABEL[currentImport.source]} (${currentImport.file_name})`,
              Cargada: `${formatDateTime(currentImport.at)}, por ${currentImport.actor}`,
              "Renglones no leídos":
                currentImport.unreadable_lines > 0 ? formatCount(currentImport.unreadable_lines) : null,
            }}
          />
        ) : (
          <Notice title="Todavía no hay ninguna">
            Los formularios llenan solo el estado. Todo lo demás se escribe a mano, y ningún pedido se detiene.
          </Notice>
        )}
      </Section>
      <Section title="Cargar otra">
        <UploadForm failure={actionData?.failure} />
        <div className="space-y-2 text-sm text-soft">
          <p>
            Correos de México la publica gratis en su página «Descarga de códigos postales»: elige el formato TXT, abre
            el ZIP y sube el TXT como viene. Su aviso no permite repartirla, por eso la tienda no la trae.
          </p>
          <p>
            También sirve el MX.txt de GeoNames, que se puede usar diciendo de quién es (licencia CC BY). La nueva toma
            el lugar de la anterior en un solo paso. Con la misma no cambia nada.
          </p>
        </div>
      </Section>
      {imports.length > 0 && (
        <Section title="Cargas">
          <Table caption="Listas cargadas" rows={imports} keyOf={({ id }) => String(id)} columns={COLUMNS} />
        </Section>
      )}
    </>
  );
}
