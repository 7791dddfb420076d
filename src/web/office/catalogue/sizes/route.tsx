import { Form } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { listSizeNamesWithCounts, moveSizeName } from "../../../../server/catalog/move-size-name.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Section } from "../../kit/section.tsx";
import { sentenceOf } from "../../sentences.ts";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import type { Route } from "./+types/route";

/** By how many places each intent moves a size name down; negative moves it up. `first` moves it before all others. */
const STEPS: Record<string, number> = { first: -100_000, up: -1, down: 1 };

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  return { sizeNames: await listSizeNamesWithCounts(context.get(appContext)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const [intent = "", id = ""] = (await readForm(request)).text("intent").split(" ");
  if (!Object.hasOwn(STEPS, intent)) return {};
  const step = STEPS[intent]!;
  const outcome = await moveSizeName(context.get(appContext), { id, step }, actorOf(context, staff));
  return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : {};
}

export function meta() {
  return [{ title: "Tallas · Panel" }];
}

export default function SizeNames({ loaderData: { sizeNames }, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-bold">Catálogo</h1>
      <CatalogueTabs />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      <Section title="Orden de las tallas">
        <p className="text-sm text-soft">
          Así se ven en cada producto y en los filtros. Una talla nueva nace al agregarla a un producto.
        </p>
        <Form method="post" preventScrollReset>
          <ol className="divide-y divide-line">
            {sizeNames.map(({ id, name, productCount }, index) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 py-1">
                <span className="min-w-0 grow">
                  <span className="font-semibold">{name}</span>{" "}
                  <span className="text-sm text-soft">
                    {productCount === 1 ? "1 producto" : `${productCount} productos`}
                  </span>
                </span>
                {index > 0 && (
                  <>
                    <Button
                      type="submit"
                      variant="quiet"
                      name="intent"
                      value={`first ${id}`}
                      aria-label={`${name} al principio`}
                    >
                      Al principio
                    </Button>
                    <Button type="submit" variant="quiet" name="intent" value={`up ${id}`} aria-label={`Subir ${name}`}>
                      Subir
                    </Button>
                  </>
                )}
                {index < sizeNames.length - 1 && (
                  <Button type="submit" variant="quiet" name="intent" value={`down ${id}`} aria-label={`Bajar ${name}`}>
                    Bajar
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </Form>
      </Section>
    </>
  );
}
