import { EmptyState } from "../../../ui/notice.tsx";
import { listLabelSizes } from "../../../../server/size-labels/list-label-sizes.ts";
import { appContext } from "../../../context.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { officePaths } from "../../paths.ts";
import { LabelForm } from "./label-form.tsx";
import { readLabelSource } from "./read-label-source.server.ts";
import type { Route } from "./+types/route";

/** Query: the products (`producto`, repeated), the size (`talla`) or the delivery (`entrega`) to print labels for. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { source, visibleShops, shopChoices } = await readLabelSource({ context, request }, (name) =>
    searchParams.getAll(name),
  );
  const sizes = await listLabelSizes(context.get(appContext).db, source, visibleShops);
  return {
    sizes,
    fields: ["producto", "talla", "entrega"].flatMap((name) =>
      searchParams.getAll(name).map((value) => ({ name, value })),
    ),
    shops: shopChoices.map(({ key, name }) => ({ key, name })),
  };
}

export function meta() {
  return [{ title: "Etiquetas de tallas · Panel" }];
}

export default function SizeLabels({ loaderData: { sizes, fields, shops } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Etiquetas de tallas"
        back={{ to: officePaths.stock, label: "Existencias" }}
        lead="Con su código de barras, para leerlas al recibir, contar y empacar."
      />
      {sizes.length === 0 ? (
        <EmptyState title="No hay tallas que etiquetar">
          <p className="text-soft">Elige productos en Productos y toca «Etiquetas», o ábrelas desde una entrega.</p>
        </EmptyState>
      ) : (
        <LabelForm sizes={sizes} fields={fields} shops={shops} />
      )}
    </>
  );
}
