import { Form } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import {
  addCategory,
  deleteCategory,
  setCategoryHidden,
  listCategoryTree,
  moveCategory,
  renameCategory,
  moveCategoryOnePlace,
  type CategoryTreeRow,
} from "../../../../server/catalog/edit-categories.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { useSubmittedForm } from "../../kit/use-submitted-form.ts";
import { sentenceOf } from "../../sentences.ts";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const changes = await listChanges(app.genericPlanDb, "catalogue", { limit: 20 });
  return { tree: await listCategoryTree(app), changes: changes.map((change) => toChange(change)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  const [intent = "", id = ""] = form.text("intent").split(" ");
  const name = form.text("name", 80);
  const parentId = form.text("parent") || null;
  const ACTIONS: Record<string, () => ReturnType<typeof addCategory>> = {
    add: () => addCategory(app, { name, parentId }, by),
    rename: () => renameCategory(app, { id, name }, by),
    move: () => moveCategory(app, { id, parentId }, by),
    up: () => moveCategoryOnePlace(app, { id, step: -1 }, by),
    down: () => moveCategoryOnePlace(app, { id, step: 1 }, by),
    hide: () => setCategoryHidden(app, { id, isHidden: true }, by),
    show: () => setCategoryHidden(app, { id, isHidden: false }, by),
    delete: () => deleteCategory(app, { id }, by),
  };
  const outcome = Object.hasOwn(ACTIONS, intent) ? await ACTIONS[intent]!() : undefined;
  return isRefusal(outcome) ? { failure: sentenceOf(outcome), name: intent === "add" ? name : "" } : { done: intent };
}

export function meta() {
  return [{ title: "Categorías · Panel" }];
}

export default function Categories({ loaderData: { tree, changes }, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-bold">Catálogo</h1>
      <CatalogueTabs />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      <Section title="Categorías">
        {tree.length === 0 ? (
          <p className="text-sm text-soft">Todavía no hay ninguna: con ellas se arma el menú de la tienda.</p>
        ) : (
          <ul className="divide-y divide-line">
            {tree.map((row) => (
              <CategoryRow key={row.id} row={row} tree={tree} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Agregar una categoría">
        <PostForm key={tree.length} submitLabel="Agregar">
          <input type="hidden" name="intent" value="add" />
          <TextField name="name" label="Nombre" maxLength={80} defaultValue={actionData?.name} />
          <ParentField tree={tree} chosenParentId={null} />
        </PostForm>
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

function CategoryRow({ row, tree }: { row: CategoryTreeRow; tree: readonly CategoryTreeRow[] }) {
  const { id, name, depth, productCount, childCount, parentId } = row;
  const [intent, submittedId] = (useSubmittedForm()?.get("intent") ?? "").split(" ");
  const isSubmitted = submittedId === id && (intent === "hide" || intent === "show");
  const isHidden = isSubmitted ? intent === "hide" : row.isHidden;
  const siblings = tree.filter((other) => other.parentId === parentId);
  const position = siblings.findIndex((other) => other.id === id);
  return (
    <li className="py-2" style={{ paddingLeft: `${Math.min(depth, 4)}rem` }}>
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 grow">
          <span className="font-semibold wrap-anywhere">{name}</span>{" "}
          <span className="text-sm text-soft">{productCount === 1 ? "1 producto" : `${productCount} productos`}</span>{" "}
          {isHidden && <Badge>Oculta del menú</Badge>}
        </span>
        {position > 0 && (
          <Button type="submit" variant="quiet" name="intent" value={`up ${id}`} aria-label={`Subir ${name}`}>
            Subir
          </Button>
        )}
        {position < siblings.length - 1 && (
          <Button type="submit" variant="quiet" name="intent" value={`down ${id}`} aria-label={`Bajar ${name}`}>
            Bajar
          </Button>
        )}
        <Button
          type="submit"
          variant="quiet"
          name="intent"
          value={`${isHidden ? "show" : "hide"} ${id}`}
          aria-label={`${isHidden ? "Mostrar" : "Ocultar"} ${name}`}
        >
          {isHidden ? "Mostrar" : "Ocultar"}
        </Button>
        {productCount === 0 && childCount === 0 && (
          <Button type="submit" variant="quiet" name="intent" value={`delete ${id}`} aria-label={`Borrar ${name}`}>
            Borrar
          </Button>
        )}
      </Form>
      <details className="text-sm">
        <summary className="inline-flex min-h-9 items-center underline underline-offset-4">
          Cambiar nombre o lugar<span className="sr-only"> de {name}</span>
        </summary>
        <div className="grid gap-4 py-2 sm:grid-cols-2">
          <PostForm submitLabel="Guardar nombre" variant="secondary" preventScrollReset>
            <input type="hidden" name="intent" value={`rename ${id}`} />
            <TextField name="name" label="Nombre" maxLength={80} defaultValue={name} />
          </PostForm>
          <PostForm submitLabel="Mover" variant="secondary" preventScrollReset>
            <input type="hidden" name="intent" value={`move ${id}`} />
            <ParentField tree={tree.filter((other) => other.id !== id)} chosenParentId={parentId} />
          </PostForm>
        </div>
      </details>
    </li>
  );
}

function ParentField({
  tree,
  chosenParentId: chosenId,
}: {
  tree: readonly CategoryTreeRow[];
  chosenParentId: string | null;
}) {
  return (
    <SelectField name="parent" label="Dentro de" defaultValue={chosenId ?? ""}>
      <option value="">Nada: va en el menú</option>
      {tree.map(({ id, name, depth }) => (
        <option key={id} value={id}>
          {"  ".repeat(depth) + name}
        </option>
      ))}
    </SelectField>
  );
}
