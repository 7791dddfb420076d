import { Form, Link, useSearchParams } from "react-router";
import { MEASURE_LABEL } from "../../../../domain/size-guide.ts";
import { listChoices } from "../../../../server/catalog/catalog-choices.ts";
import { listGuides } from "../../../../server/size-guides/queries.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { requireStaff } from "../../guard.ts";
import { Section } from "../../kit/section.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import { formatGuideTitle } from "./guide-title.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const { brands, categories } = await listChoices(app.db);
  const guides = (await listGuides(app.db)).map((guide) => ({
    id: guide.id,
    title: formatGuideTitle(guide),
    sizes: guide.rows.map(({ size }) => size).join(", "),
    measures: guide.measures.map((measure) => MEASURE_LABEL[measure]).join(", "),
  }));
  return { guides, brands, categories };
}

export function meta() {
  return [{ title: "Guías de tallas · Panel" }];
}

const COLUMNS: readonly Column<Route.ComponentProps["loaderData"]["guides"][number]>[] = [
  {
    head: "Guía",
    isTitle: true,
    cell: ({ id, title }) => (
      <Link
        to={officePaths.sizeGuide(id)}
        className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
      >
        {title}
      </Link>
    ),
  },
  { head: "Tallas", cell: ({ sizes }) => sizes },
  { head: "Medidas", cell: ({ measures }) => measures },
];

export default function SizeGuides({ loaderData: { guides, brands, categories } }: Route.ComponentProps) {
  const isDeleted = useSearchParams()[0].has("borrada");
  return (
    <>
      <h1 className="text-2xl font-bold">Catálogo</h1>
      <CatalogueTabs />
      {isDeleted && <Notice tone="success" icon="check" alert title="Guía borrada." />}
      <Section title="Guías de tallas">
        <p className="text-sm text-soft">
          Un producto muestra su propia guía; si no tiene, la de su marca en su categoría; y si no, la de su categoría o
          la de más arriba. La de un solo producto se hace en su página.
        </p>
        {guides.length === 0 ? (
          <p className="text-sm text-soft">Todavía no hay ninguna.</p>
        ) : (
          <Table caption="Guías de tallas" rows={guides} keyOf={({ id }) => id} columns={COLUMNS} />
        )}
      </Section>
      <Section title="Hacer una guía">
        {categories.length === 0 ? (
          <p className="text-sm text-soft">Primero agrega una categoría: las guías son de una.</p>
        ) : (
          <Form action={officePaths.newSizeGuide()} className="grid gap-5 sm:grid-cols-2">
            <SelectField name="categoria" label="Categoría">
              {categories.map(({ id, path }) => (
                <option key={id} value={id}>
                  {path}
                </option>
              ))}
            </SelectField>
            <SelectField name="marca" label="Marca" optional defaultValue="">
              <option value="">Todas</option>
              {brands.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <div>
              <Button type="submit" variant="secondary">
                Hacer la guía
              </Button>
            </div>
          </Form>
        )}
      </Section>
    </>
  );
}
