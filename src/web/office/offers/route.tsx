import { Link } from "react-router";
import { formatDay } from "../../../domain/format-day.ts";
import { formatMexicoTime } from "../../../domain/mexico-time.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import { toPesos } from "../../../domain/money.ts";
import { listOffers, type OfferOverview, type OfferState } from "../../../server/offers/list-offers.ts";
import { repeatOffers } from "../../../server/offers/repeat-offers.ts";
import { appContext } from "../../context.ts";
import { SelectField } from "../../ui/field.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { BulkBar } from "../kit/bulk-bar.tsx";
import { Filters } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Section } from "../kit/section.tsx";
import { Table } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import { scopeText } from "../products/edit/product-offers.tsx";
import { readQuery } from "../read-query.ts";
import { sentenceOf } from "../sentences.ts";
import { OFFER_COLUMNS } from "./offer-columns.tsx";
import { daysOfRepeatedOffer } from "./days-of-repeated-offer.ts";
import type { Route } from "./+types/route";

const BULK_FORM_ID = "ofertas";
const STATE_LABEL: Record<OfferState, string> = { running: "Corren", planned: "Vienen", ended: "Terminaron" };

/** Query: `q` (a text in the product's name, colour, brands, categories, keywords or codes) and `estado` (a state). */
export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const { db } = context.get(appContext);
  const query = readQuery(request.url);
  const state = (Object.keys(STATE_LABEL) as OfferState[]).find((candidate) => candidate === query.text("estado"));
  const term = query.text("q");
  const allStates: OfferState[] = ["running", "planned", "ended"];
  return {
    now: new Date(),
    state: state ?? "",
    offers: await listOffers(db, { states: state ? [state] : allStates, term }),
  };
}

/** Repeats the selected offers (`row`), each in the first year that brings its start into the future (rule OFFER-6). */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const form = await readForm(request);
  const repeatResults = await repeatOffers(context.get(appContext), form.all("row"), actorOf(context, staff));
  return {
    repeatedCount: repeatResults.filter(({ outcome }) => !isRefusal(outcome)).length,
    refusalSentences: repeatResults.flatMap(({ product, outcome }) =>
      isRefusal(outcome) ? [`${product}: ${sentenceOf(outcome)}`] : [],
    ),
  };
}

export function meta() {
  return [{ title: "Ofertas · Panel" }];
}

export default function Offers({ loaderData: { now, state, offers }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Ofertas"
        lead="Empiezan y terminan solas. Se ponen en cada producto, o a varios a la vez en la lista de productos."
      />
      {actionData && <RepeatNotices {...actionData} />}
      <Filters label="Buscar un producto">
        <div className="w-44">
          <SelectField name="estado" label="Estado" defaultValue={state}>
            <option value="">Todas</option>
            {Object.entries(STATE_LABEL).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
      </Filters>
      <p>
        <Link to={officePaths.promotionCalendar} className="font-semibold underline underline-offset-4">
          Ver el calendario
        </Link>
      </p>
      {offers.length === 0 ? (
        <EmptyState title="No hay ofertas">
          <p className="text-soft">
            Abre un <Link to={officePaths.products}>producto</Link> y ponlo en oferta.
          </p>
        </EmptyState>
      ) : (
        <div className="group/list">
          <Section title="Todas">
            <Table
              caption="Ofertas"
              keyOf={({ id }) => id}
              rows={offers}
              select={{ formId: BULK_FORM_ID, label: ({ product }) => `Elegir la oferta de ${product}` }}
              columns={[
                { head: "Producto", isTitle: true, cell: ProductCell },
                ...OFFER_COLUMNS,
                { head: "Repetir", cell: (offer) => <RepeatLink offer={offer} now={now} /> },
              ]}
            />
            <BulkBar key={actionData ? "done" : "open"} id={BULK_FORM_ID}>
              <Button type="submit">Repetir el próximo año</Button>
              <p className="text-sm text-soft">
                Las que ya terminaron, con su precio y en los mismos días de la semana.
              </p>
            </BulkBar>
          </Section>
        </div>
      )}
    </>
  );
}

/** How many of the selected offers were repeated, and why the others were refused. */
function RepeatNotices({
  repeatedCount,
  refusalSentences,
}: {
  repeatedCount: number;
  refusalSentences: readonly string[];
}) {
  return (
    <>
      {repeatedCount > 0 && (
        <Notice
          tone="success"
          title={
            repeatedCount === 1
              ? "1 oferta quedó para el próximo año."
              : `${repeatedCount} ofertas quedaron para el próximo año.`
          }
        />
      )}
      {refusalSentences.length > 0 && (
        <Notice tone="warning" alert title="Estas no se pueden repetir">
          <ul>
            {refusalSentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function ProductCell({ productId, product, size, shop }: OfferOverview) {
  return (
    <>
      <Link to={officePaths.product(productId)} className="font-semibold underline underline-offset-4">
        {product}
      </Link>
      {(size !== null || shop !== null) && <span className="block text-soft">{scopeText({ size, shop })}</span>}
    </>
  );
}

/**
 * A link to the product's form, filled with the price and the days of the repeated offer. A dash for an offer that has
 * not ended, or that is of one size or one shop.
 */
function RepeatLink({ offer, now }: { offer: OfferOverview; now: Date }) {
  if (offer.state !== "ended" || offer.endsAt === null || offer.size !== null || offer.shop !== null) return "—";
  const { from, until } = daysOfRepeatedOffer({ startsAt: offer.startsAt, endsAt: offer.endsAt }, now);
  const query = new URLSearchParams({ oferta: toPesos(offer.priceCents).toFixed(2), desde: from, hasta: until });
  return (
    <Link
      to={`${officePaths.product(offer.productId)}?${query}#oferta`}
      className="inline-flex min-h-9 items-center underline underline-offset-4"
      title={`Del ${formatDay(from)} al ${formatDay(until)}`}
    >
      En {formatMexicoTime(new Date(`${from}T12:00:00Z`)).slice(0, 4)}
    </Link>
  );
}
