import { Form, Link, useSearchParams } from "react-router";
import { COLOR_FAMILY_LABEL } from "../../../../domain/color-family.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { deleteColor, listColors, saveColor, type ListedColor } from "../../../../server/catalog/edit-colors.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import { ColorForm } from "./color-form.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  return { colors: await listColors(context.get(appContext).db) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  const [intent = ""] = form.text("intent").split(" ", 1);
  if (intent === "delete") {
    const deleteResult = await deleteColor(app, form.text("intent").slice("delete ".length), by);
    return isRefusal(deleteResult)
      ? { failure: sentenceOf(deleteResult) }
      : { successText: "Color borrado: los productos conservan su nombre." };
  }
  const isPattern = form.text("pattern") !== "";
  const typedValues = {
    name: form.text("name", 61),
    hex: form.text("hex", 10),
    isPattern,
    families: form.all("family"),
  };
  const saveResult = await saveColor(app, { ...typedValues, hex: isPattern ? null : typedValues.hex }, by);
  return isRefusal(saveResult)
    ? { failure: sentenceOf(saveResult), typed: typedValues }
    : { successText: `«${typedValues.name}» guardado.` };
}

export function meta() {
  return [{ title: "Colores · Panel" }];
}

export default function Colors({ loaderData: { colors }, actionData }: Route.ComponentProps) {
  const key = useSearchParams()[0].get("color");
  const editedColor = colors.find((color) => color.key === key);
  const colorsWithoutFamilies = colors.filter(({ families }) => families.length === 0);
  return (
    <>
      <h1 className="text-2xl font-bold">Catálogo</h1>
      <CatalogueTabs />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {actionData?.successText && <Notice tone="success" icon="check" alert title={actionData.successText} />}
      <Section title={editedColor ? `Color: ${editedColor.name}` : "Agregar un color"}>
        <ColorForm
          // The key empties the form once a color is saved.
          key={`${key} ${actionData?.successText}`}
          color={editedColor}
          typed={actionData?.typed}
        />
        {editedColor && (
          <p>
            <Link to={officePaths.colors()} className="text-sm font-semibold underline underline-offset-4">
              Agregar otro color
            </Link>
          </p>
        )}
      </Section>
      {colorsWithoutFamilies.length > 0 && (
        <Section title="Colores que faltan">
          <p className="text-sm text-soft">
            Hay productos con estos nombres, y todavía no sabemos cómo se ven ni por qué color se filtran.
          </p>
          <ColorList colors={colorsWithoutFamilies} />
        </Section>
      )}
      <Section title="Colores">
        <ColorList colors={colors.filter(({ families }) => families.length > 0)} />
      </Section>
    </>
  );
}

function ColorList({ colors }: { colors: readonly ListedColor[] }) {
  return (
    <ul className="divide-y divide-line">
      {colors.map((color) => (
        <li key={color.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <Swatch hex={color.hex} picture={color.picture} className="size-8" />
          <span className="min-w-32 grow">
            <span className="font-semibold wrap-anywhere">{color.name}</span>{" "}
            <span className="text-sm text-soft">
              {color.productCount === 1 ? "1 producto" : `${color.productCount} productos`}
            </span>
          </span>
          <span className="flex flex-wrap gap-1">
            {color.families.map((family) => (
              <Badge key={family}>{COLOR_FAMILY_LABEL[family]}</Badge>
            ))}
          </span>
          <Link
            to={officePaths.colors(color.key)}
            className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
          >
            {color.families.length === 0 ? "Definir" : "Cambiar"}
            <span className="sr-only"> {color.name}</span>
          </Link>
          {color.families.length > 0 && color.productCount === 0 && (
            <Form method="post" preventScrollReset>
              <Button
                type="submit"
                variant="quiet"
                name="intent"
                value={`delete ${color.key}`}
                aria-label={`Borrar ${color.name}`}
              >
                Borrar
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
