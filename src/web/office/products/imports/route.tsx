import { Form, Link, redirect, useNavigation } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { listImports, type Import } from "../../../../server/catalog/imports/queries.ts";
import { stageImport } from "../../../../server/catalog/imports/stage-import.ts";
import { MAX_CSV_BYTES } from "../../../../server/catalog/read-products-csv.ts";
import { SHOP_CSV_COLUMNS } from "../../../../server/catalog/shop-csv-columns.ts";
import { refusalText } from "../../../../domain/refusal-text.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readUpload, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { IMPORT_STATE_LABEL } from "./import-labels.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  return { imports: await listImports(context.get(appContext).db), csvColumnNames: SHOP_CSV_COLUMNS.join(", ") };
}

/** Stages a file, so that its page shows what it would change. Does not import it. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const upload = await readUpload(request, MAX_CSV_BYTES);
  if (!upload) return { failure: refusalText("csv_too_large", "staff") };
  const [file] = upload.files("file");
  if (!file) return { failure: "Elige un archivo CSV que no esté vacío." };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const fileName =
    file.name
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, 120) || "productos.csv";
  const outcome = await stageImport(context.get(appContext), { bytes, fileName }, actorOf(context, staff));
  if (isRefusal(outcome)) return { failure: refusalText(outcome.refused, "staff") };
  return redirect(officePaths.importOf(outcome.id));
}

export function meta() {
  return [{ title: "Importar productos · Panel" }];
}

const COLUMNS: readonly Column<Import>[] = [
  {
    head: "Archivo",
    isTitle: true,
    cell: ({ id, fileName }) => (
      <Link to={officePaths.importOf(id)} className="wrap-anywhere underline underline-offset-4">
        {fileName}
      </Link>
    ),
  },
  { head: "Estado", cell: ({ state }) => IMPORT_STATE_LABEL[state] },
  { head: "Productos", cell: ({ total }) => total.toLocaleString("es-MX"), isNumeric: true },
  { head: "Quién", cell: ({ actor }) => actor },
  { head: "Cuándo", cell: ({ createdAt }) => formatDateTime(createdAt) },
];

export default function ImportProducts({ loaderData: { imports, csvColumnNames }, actionData }: Route.ComponentProps) {
  const isReading = useNavigation().state === "submitting";
  return (
    <>
      <PageHead title="Importar productos" back={{ to: officePaths.products, label: "Productos" }} />
      <Section title="Elegir el archivo">
        <Form method="post" encType="multipart/form-data" className="space-y-4">
          {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
          <label className="block text-sm font-semibold">
            Archivo CSV
            <input
              name="file"
              type="file"
              required
              accept=".csv,text/csv"
              className="mt-1.5 block min-h-11 w-full rounded-box border border-edge bg-card p-2 text-sm"
            />
          </label>
          <Button type="submit" busy={isReading}>
            {isReading ? "Leyendo…" : "Ver qué haría"}
          </Button>
        </Form>
        <div className="space-y-2 text-sm text-soft">
          <p>
            Primero te mostramos qué sería nuevo, qué cambiaría y qué renglones no se pueden tomar. Nada cambia hasta
            que empieces.
          </p>
          <p>
            Sirve el CSV de productos de Shopify, y el que{" "}
            <a href={officePaths.productsExport("")} className="font-semibold underline underline-offset-4">
              exporta esta tienda
            </a>
            : expórtalo, cámbialo en tu hoja de cálculo y súbelo. Un producto nuevo lleva Clave y deja ID vacío; va un
            renglón por talla.
          </p>
          <p>
            Lo que no trae columna se queda como está. En el nuestro, una celda vacía borra ese dato; en el de Shopify
            no borra nada, y cada color queda como un producto del mismo modelo.
          </p>
          <p>
            Las piezas solo se toman de tallas nuevas: lo que queda de las demás cambia en Existencias. Las fotos no se
            traen. Si tu archivo tiene columnas que no usamos, te decimos cuáles.
          </p>
          <details>
            <summary className="cursor-pointer font-semibold underline underline-offset-4">Nuestras columnas</summary>
            <p className="pt-2 wrap-anywhere">{csvColumnNames}.</p>
          </details>
        </div>
      </Section>
      <Section title="Importaciones anteriores">
        {imports.length === 0 ? (
          <p className="text-sm text-soft">Todavía no hay ninguna.</p>
        ) : (
          <Table caption="Importaciones anteriores" rows={imports} keyOf={({ id }) => id} columns={COLUMNS} />
        )}
      </Section>
    </>
  );
}
