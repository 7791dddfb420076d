import { Form, useRouteLoaderData, useSubmit } from "react-router";
import type { MenuCategory } from "./layout/header.tsx";

/** The top categories and their subcategories in one native list. Choosing one opens its page (rule SCREEN-8). */
export function CategorySelect({ currentSlug }: { currentSlug?: string }) {
  const { menu } = useRouteLoaderData("shop/layout/route") as { menu: MenuCategory[] };
  const submit = useSubmit();
  return (
    <Form action="/" onChange={(event) => void submit(event.currentTarget)}>
      <label className="quiet-select">
        <span className="sr-only">Ir a una categoría</span>
        <select key={currentSlug} name="category" defaultValue={currentSlug ?? ""}>
          <option value="">Todas las categorías</option>
          {menu.map((topCategory) => (
            <optgroup key={topCategory.slug} label={topCategory.name}>
              <option value={topCategory.slug}>Todo de {topCategory.name}</option>
              {topCategory.children.map((child) => (
                <option key={child.slug} value={child.slug}>
                  {child.name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
    </Form>
  );
}
