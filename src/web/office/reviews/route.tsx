import { Form } from "react-router";
import { isRefusal } from "../../../domain/refusal.ts";
import { shopsWithPermission } from "../../../domain/staff-permissions.ts";
import { isId } from "../../../server/db/new-id.ts";
import { countPendingReviews, listReviewsForStaff } from "../../../server/reviews/list-for-staff.ts";
import { moderateReviews } from "../../../server/reviews/moderate-reviews.ts";
import { listChanges } from "../../../server/change-log/change-log.ts";
import { appContext } from "../../context.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { BulkBar } from "../kit/bulk-bar.tsx";
import { ChangeList } from "../kit/change-list.tsx";
import { Filters } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { SavedViews } from "../kit/saved-views.tsx";
import { Section } from "../kit/section.tsx";
import { toChange } from "../kit/to-change.ts";
import { useSubmittedForm } from "../kit/use-submitted-form.ts";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { listSavedViews } from "../../../server/staff/saved-views.ts";
import { officePaths } from "../paths.ts";
import { readQuery } from "../read-query.ts";
import { sentenceOf, type OfficeRefusalName } from "../sentences.ts";
import { ReviewItem } from "./review-item.tsx";
import type { Route } from "./+types/route";

const STATES = ["pending", "shown", "hidden"] as const;
/** The id of the form that submits the ticked reviews. */
const BULK_FORM_ID = "resenas";

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "reviews.moderate");
  const app = context.get(appContext);
  const shops = shopsWithPermission(staff.grants, "reviews.moderate");
  const query = readQuery(request.url);
  const [cursor, stars] = [query.text("desde"), query.oneOf("estrellas", ["1", "2", "3", "4", "5"])];
  const subject = query.oneOf("sobre", ["shop", "product"]);
  const pendingCount = await countPendingReviews(app.db, shops);
  // If no review is pending, as in a shop without moderation, the list shows the published ones.
  const state = query.oneOf("estado", STATES) ?? (pendingCount > 0 ? "pending" : "shown");
  const filters = { state, stars, subject, term: query.text("q") };
  const changes = shops === "all" ? await listChanges(app.genericPlanDb, "review", { limit: 20 }) : [];
  return {
    ...(await listReviewsForStaff(app.db, {
      shops,
      state,
      rating: stars && Number(stars),
      subject,
      term: filters.term,
      after: isId(cursor) ? cursor : undefined,
    })),
    filters,
    pendingCount,
    views: await listSavedViews(app, staff.memberId, officePaths.reviews),
    changes: changes.map((change) => toChange(change)),
  };
}

/** Moves the ticked reviews (`row`) to the state `to`. An undo sends `from`: only reviews still in that state move. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "reviews.moderate");
  const form = await readForm(request);
  const [ids, to, from] = [form.all("row"), form.text("to"), form.text("from")];
  const state = STATES.find((candidate) => candidate === to);
  const failWith = (refused: OfficeRefusalName) => ({ failure: sentenceOf({ refused }), moderation: null });
  if (ids.length === 0 || !state) return failWith("review_none");
  const outcome = await moderateReviews(
    context.get(appContext),
    {
      ids,
      state,
      hiddenReason: form.text("hiddenReason", 200) || null,
      shops: shopsWithPermission(staff.grants, "reviews.moderate"),
      from: STATES.find((candidate) => candidate === from),
    },
    actorOf(context, staff),
  );
  if (isRefusal(outcome)) return failWith(outcome.refused);
  return { failure: null, moderation: { state, moderatedReviews: outcome, isUndo: from !== "" } };
}

const DONE_LABEL = {
  shown: ["publicada", "publicadas"],
  hidden: ["oculta", "ocultas"],
  pending: ["otra vez por decidir", "otra vez por decidir"],
} as const;

export function meta() {
  return [{ title: "Reseñas · Panel" }];
}

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { next, filters, pendingCount, views, changes } = loaderData;
  const submittedForm = useSubmittedForm();
  const movedIds = new Set(
    submittedForm && submittedForm.get("to") !== filters.state ? submittedForm.getAll("row") : [],
  );
  const reviews = loaderData.reviews.filter(({ id }) => !movedIds.has(id));
  const moderation = actionData?.moderation;
  return (
    <>
      <PageHead
        title="Reseñas"
        lead={
          pendingCount === 0
            ? "Ninguna espera tu decisión."
            : `${pendingCount === 1 ? "Una espera" : `${pendingCount} esperan`} tu decisión.`
        }
      />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {moderation && (
        <Notice
          tone="success"
          icon="check"
          alert
          title={`${moderation.isUndo ? "Se deshizo" : "Listo"}: ${moderation.moderatedReviews.length} ${moderation.moderatedReviews.length === 1 ? "reseña" : "reseñas"}, ${DONE_LABEL[moderation.state][moderation.moderatedReviews.length === 1 ? 0 : 1]}.`}
        >
          {!moderation.isUndo && <UndoButtons {...moderation} />}
        </Notice>
      )}
      <SavedViews
        builtInViews={[
          { name: "Por decidir", query: "estado=pending" },
          { name: "Publicadas", query: "estado=shown" },
          { name: "Ocultas", query: "estado=hidden" },
        ]}
        savedViews={views}
      />
      <Filters label="Busca en las reseñas" hint="Título, texto, categoría, producto o quién la escribió">
        <input type="hidden" name="estado" value={filters.state} />
        <SelectField name="estrellas" label="Estrellas" defaultValue={filters.stars ?? ""}>
          <option value="">Todas</option>
          {[5, 4, 3, 2, 1].map((stars) => (
            <option key={stars} value={stars}>
              {stars}
            </option>
          ))}
        </SelectField>
        <SelectField name="sobre" label="Sobre" defaultValue={filters.subject ?? ""}>
          <option value="">Todo</option>
          <option value="product">Productos</option>
          <option value="shop">La tienda</option>
        </SelectField>
      </Filters>
      {loaderData.reviews.length === 0 ? (
        <EmptyState title={filters.state === "pending" ? "Ninguna espera tu decisión" : "No hay reseñas así"}>
          <p className="text-soft">
            Si quieres leer cada reseña antes de que se publique, enciéndelo en los ajustes de la tienda.
          </p>
        </EmptyState>
      ) : (
        <div className="group/list space-y-4">
          <ul aria-label="Reseñas" className="divide-y divide-line rounded-box border border-line bg-card">
            {reviews.map((review) => (
              <ReviewItem key={review.id} review={review} formId={BULK_FORM_ID} />
            ))}
          </ul>
          <ReviewBulkBar state={filters.state} />
        </div>
      )}
      <Pager next={next} />
      {changes.length > 0 && (
        <Section title="Últimas decisiones">
          <ChangeList changes={changes} />
        </Section>
      )}
    </>
  );
}

/** Bulk actions for the ticked reviews. */
function ReviewBulkBar({ state }: { state: (typeof STATES)[number] }) {
  return (
    <BulkBar id={BULK_FORM_ID}>
      {state !== "shown" && (
        <Button type="submit" name="to" value="shown">
          Publicar
        </Button>
      )}
      {state !== "hidden" && (
        <>
          <div className="min-w-52">
            <TextField name="hiddenReason" label="Motivo para ocultar" optional maxLength={200} />
          </div>
          <Button type="submit" name="to" value="hidden" variant="danger">
            Ocultar
          </Button>
        </>
      )}
    </BulkBar>
  );
}

type ModerationResult = NonNullable<NonNullable<Route.ComponentProps["actionData"]>["moderation"]>;

/** An undo button for each previous state of the moved reviews. Usually there is only one. */
function UndoButtons({ state, moderatedReviews }: ModerationResult) {
  const groups = [...Map.groupBy(moderatedReviews, ({ previousState }) => previousState)];
  return (
    <div className="flex flex-wrap gap-3 pt-1">
      {groups.map(([previousState, rows]) => (
        <Form key={previousState} method="post">
          <input type="hidden" name="to" value={previousState} />
          <input type="hidden" name="from" value={state} />
          {rows.map(({ id }) => (
            <input key={id} type="hidden" name="row" value={id} />
          ))}
          <Button type="submit" variant="secondary">
            Deshacer
          </Button>
        </Form>
      ))}
    </div>
  );
}
