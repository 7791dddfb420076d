import { Link, redirect } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import { listPresales, makePresale } from "../../../server/presale/manage-presale.ts";
import { appContext } from "../../context.ts";
import { EmptyState } from "../../ui/notice.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { PostForm } from "../kit/post-form.tsx";
import { Section } from "../kit/section.tsx";
import { Table } from "../kit/table.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { officePaths } from "../paths.ts";
import { PresaleBadge } from "./presale/presale-badge.tsx";
import { PresaleFields, parsePresale, readPresaleInput } from "./presale/presale-fields.tsx";
import { sentenceOf } from "../sentences.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  return { presales: await listPresales(context.get(appContext).db), now: new Date() };
}

/** Creates a presale and redirects to its page, where staff add products and codes. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const typed = readPresaleInput(await readForm(request));
  const presale = parsePresale(typed);
  if (isRefusal(presale)) return { failure: sentenceOf(presale), typed };
  const createdPresale = await makePresale(
    context.get(appContext),
    { ...presale, productIds: [] },
    actorOf(context, staff),
  );
  return isRefusal(createdPresale)
    ? { failure: sentenceOf(createdPresale), typed }
    : redirect(`${officePaths.presale(createdPresale.id)}?hecho=made`);
}

export function meta() {
  return [{ title: "Preventas · Panel" }];
}

export default function Presales({ loaderData: { presales, now }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Preventas"
        lead="Productos que solo ve y compra quien tiene un código. Se venden también sin piezas: sobre pedido."
      />
      {presales.length === 0 ? (
        <EmptyState title="Todavía no hay preventas">
          <p className="text-soft">Haz la primera aquí abajo; después eliges sus productos y haces sus códigos.</p>
        </EmptyState>
      ) : (
        <Section title="Todas">
          <Table
            caption="Preventas"
            keyOf={({ id }) => id}
            rows={presales}
            columns={[
              {
                head: "Preventa",
                isTitle: true,
                cell: ({ id, name }) => (
                  <Link to={officePaths.presale(id)} className="font-semibold underline underline-offset-4">
                    {name}
                  </Link>
                ),
              },
              { head: "Estado", cell: ({ startsAt, endsAt }) => <PresaleBadge {...{ startsAt, endsAt, now }} /> },
              { head: "Abre", cell: ({ startsAt }) => formatDateTime(startsAt) },
              { head: "Cierra", cell: ({ endsAt }) => formatDateTime(endsAt) },
              { head: "Entrega", cell: ({ deliversOn }) => (deliversOn ? formatDay(deliversOn) : "Sin fecha") },
              { head: "Productos", isNumeric: true, cell: ({ productCount }) => productCount },
              { head: "Códigos vigentes", isNumeric: true, cell: ({ usableCodeCount }) => usableCodeCount },
              { head: "Pedidos", isNumeric: true, cell: ({ orderCount }) => orderCount },
            ]}
          />
        </Section>
      )}
      <Section title="Nueva preventa">
        <PostForm failure={actionData?.failure} submitLabel="Hacer la preventa">
          <PresaleFields initialValues={actionData?.typed} />
        </PostForm>
      </Section>
    </>
  );
}
