import { Form, useNavigation } from "react-router";
import { findLastBulkEdit, undoBulkEdit } from "../../../../server/catalog/bulk-edit.ts";
import {
  acceptStyles,
  proposalId,
  proposeStyles,
  type StyleProposal,
} from "../../../../server/catalog/propose-styles.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, Notice } from "../../../ui/notice.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { isRefusal } from "../../../../domain/refusal.ts";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { UndoNotice } from "../bulk-notices.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const { db } = context.get(appContext);
  const proposals = await proposeStyles(db);
  return {
    proposals: proposals.map((proposal) => ({ ...proposal, id: proposalId(proposal) })),
    lastBulkEdit: (await findLastBulkEdit(db, staff.memberId)) ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  if (form.text("intent") === "undo") {
    const outcome = await undoBulkEdit(app, form.text("edit"), by);
    if (isRefusal(outcome)) return { failure: sentenceOf(outcome) };
    return { successText: `Deshecho: ${productsText(outcome.changed)}.` };
  }
  const chosenIds = new Set(form.all("style"));
  if (chosenIds.size === 0) return { failure: "Deja marcado al menos un modelo." };
  const changedCount = await acceptStyles(app, chosenIds, by);
  if (changedCount === 0) return { failure: "Esos productos ya cambiaron: revisa la lista otra vez." };
  const linkedText = changedCount === 1 ? "enlazado" : "enlazados";
  return { successText: `Listo: ${productsText(changedCount)} ${linkedText} por modelo.` };
}

function productsText(count: number): string {
  return count === 1 ? "1 producto" : `${count.toLocaleString("es-MX")} productos`;
}

export function meta() {
  return [{ title: "Unir colores · Panel" }];
}

export default function Styles({ loaderData: { proposals, lastBulkEdit }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  return (
    <div className="space-y-6">
      <PageHead
        title="Unir colores en modelos"
        back={{ to: officePaths.products, label: "Productos" }}
        lead="Estos productos se llaman igual y son de la misma marca. Si son la misma prenda en otros colores, la tienda los enlaza."
      />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {actionData?.successText && <Notice tone="success" icon="check" alert title={actionData.successText} />}
      {lastBulkEdit && <UndoNotice lastEdit={lastBulkEdit} />}
      {proposals.length === 0 ? (
        <EmptyState title="No hay productos por unir">
          <p className="text-soft">
            Ningún producto sin modelo se llama como otro de su marca. También puedes escribir el código del modelo en
            cada producto.
          </p>
        </EmptyState>
      ) : (
        <Form method="post" className="space-y-4" key={proposals.map(({ id }) => id).join()}>
          {proposals.map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} />
          ))}
          <div className="sticky bottom-0 flex flex-wrap items-center gap-3 rounded-box border border-line bg-card p-3 shadow-lg">
            <Button type="submit" busy={isBusy}>
              Unir los marcados
            </Button>
            <p className="text-sm text-soft">Los que desmarques se quedan como están.</p>
          </div>
        </Form>
      )}
    </div>
  );
}

function Proposal({ proposal: { id, code, name, brand, products } }: { proposal: StyleProposal & { id: string } }) {
  return (
    <section className="space-y-3 rounded-box border border-line bg-card p-4">
      <div className="flex items-center gap-3">
        <input
          type="checkbox"
          id={`style-${id}`}
          name="style"
          value={id}
          defaultChecked
          className="size-5 shrink-0 accent-(--accent-strong)"
        />
        <label htmlFor={`style-${id}`} className="grow py-1 font-semibold">
          {name}
          <span className="block text-sm font-normal text-soft wrap-anywhere">
            {[brand, `modelo ${code}`].filter(Boolean).join(" · ")}
          </span>
        </label>
      </div>
      <ul className="flex flex-wrap gap-3">
        {products.map((product) => (
          <li key={product.id} className="w-20 text-center text-xs">
            <Picture picture={product.picture} sizes="80px" alt="" className="aspect-4/5 rounded-sm object-cover" />
            <a
              href={officePaths.product(product.id)}
              className="mt-1 inline-block min-h-6 underline underline-offset-4"
            >
              {product.color ?? "Sin color"}
            </a>
            {product.isInStyle && <span className="block text-soft">Ya está</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
