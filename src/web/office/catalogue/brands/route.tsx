import { Form } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import {
  addBrand,
  deleteBrand,
  listAllBrands,
  mergeBrands,
  renameBrand,
} from "../../../../server/catalog/edit-brands.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { sentenceOf } from "../../sentences.ts";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  return { brands: await listAllBrands(context.get(appContext)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  const [intent = "", id = ""] = form.text("intent").split(" ");
  const name = form.text("name", 80);
  const ACTIONS: Record<string, () => ReturnType<typeof addBrand>> = {
    add: () => addBrand(app, { name }, by),
    rename: () => renameBrand(app, { id, name }, by),
    merge: () => mergeBrands(app, { id, into: form.text("into") }, by),
    delete: () => deleteBrand(app, { id }, by),
  };
  const outcome = Object.hasOwn(ACTIONS, intent) ? await ACTIONS[intent]!() : undefined;
  return isRefusal(outcome) ? { failure: sentenceOf(outcome), name: intent === "add" ? name : "" } : { done: intent };
}

export function meta() {
  return [{ title: "Marcas · Panel" }];
}

export default function Brands({ loaderData: { brands }, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-bold">Catálogo</h1>
      <CatalogueTabs />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      <Section title="Marcas">
        {brands.length === 0 && <p className="text-sm text-soft">Todavía no hay ninguna.</p>}
        <ul className="divide-y divide-line">
          {brands.map(({ id, name, productCount }) => (
            <li key={id} className="py-2">
              <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-3">
                <span className="min-w-0 grow">
                  <span className="font-semibold wrap-anywhere">{name}</span>{" "}
                  <span className="text-sm text-soft">
                    {productCount === 1 ? "1 producto" : `${productCount} productos`}
                  </span>
                </span>
                {productCount === 0 && (
                  <Button
                    type="submit"
                    variant="quiet"
                    name="intent"
                    value={`delete ${id}`}
                    aria-label={`Borrar ${name}`}
                  >
                    Borrar
                  </Button>
                )}
              </Form>
              <details className="text-sm">
                <summary className="inline-flex min-h-9 items-center underline underline-offset-4">
                  Cambiar nombre o unir<span className="sr-only"> {name}</span>
                </summary>
                <div className="grid gap-4 py-2 sm:grid-cols-2">
                  <PostForm submitLabel="Guardar nombre" variant="secondary" preventScrollReset>
                    <input type="hidden" name="intent" value={`rename ${id}`} />
                    <TextField name="name" label="Nombre" maxLength={80} defaultValue={name} />
                  </PostForm>
                  <PostForm submitLabel="Unir" variant="danger" preventScrollReset>
                    <input type="hidden" name="intent" value={`merge ${id}`} />
                    <SelectField
                      name="into"
                      label="Pasar sus productos a"
                      hint={`${name} desaparece, también de los pedidos. No se puede deshacer.`}
                      defaultValue=""
                    >
                      <option value="">Elige…</option>
                      {brands
                        .filter((other) => other.id !== id)
                        .map((other) => (
                          <option key={other.id} value={other.id}>
                            {other.name}
                          </option>
                        ))}
                    </SelectField>
                  </PostForm>
                </div>
              </details>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Agregar una marca">
        <PostForm key={brands.length} submitLabel="Agregar">
          <input type="hidden" name="intent" value="add" />
          <TextField name="name" label="Nombre" maxLength={80} defaultValue={actionData?.name} />
        </PostForm>
      </Section>
    </>
  );
}
