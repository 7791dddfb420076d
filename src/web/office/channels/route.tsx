import { Link } from "react-router";
import { listFeedProblems, summarizeFeed, type ProductWithProblem } from "../../../server/feeds/feed-problems.ts";
import { appContext } from "../../context.ts";
import { CopyValue } from "../../ui/copy-value.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { requireStaff } from "../guard.ts";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";
import { readQuery } from "../read-query.ts";
import { ShopPicker } from "../settings/shop-picker.tsx";
import { INCOMPLETE_TEXT, INCOMPLETE_REASONS, OMISSION_TEXT, OMISSION_REASONS, type ReasonText } from "./reasons.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const { shops: directory, readDb, originOf } = context.get(appContext);
  const shops = await directory.all();
  const query = readQuery(request.url);
  const shop = shops.find(({ key }) => key === query.text("tienda")) ?? shops[0]!;
  const reason = query.oneOf("motivo", [...OMISSION_REASONS, ...INCOMPLETE_REASONS]);
  const origin = originOf(shop.hosts);
  return {
    shops: shops.map(({ key, name }) => ({ key, name })),
    shop: { key: shop.key, name: shop.name },
    urls: { xml: `${origin}/feeds/google.xml`, tsv: `${origin}/feeds/products.tsv` },
    summary: await summarizeFeed(readDb, shop),
    reason,
    ...(reason ? await listFeedProblems(readDb, shop, reason, query.text("desde")) : { products: [], next: null }),
  };
}

export function meta() {
  return [{ title: "Canales de venta · Panel" }];
}

export default function Channels({ loaderData }: Route.ComponentProps) {
  const { shops, shop, urls, summary, reason, products, next } = loaderData;
  const omissionReasons = listReasonsThatApply(OMISSION_REASONS, summary.omissionCounts, OMISSION_TEXT);
  const incompleteReasons = listReasonsThatApply(INCOMPLETE_REASONS, summary.incompleteCounts, INCOMPLETE_TEXT);
  return (
    <>
      <PageHead
        title="Canales de venta"
        lead="Google, Facebook e Instagram leen de aquí tus productos, con su precio y lo que queda de cada talla."
      />
      <ShopPicker shops={shops} currentKey={shop.key} to={(key) => officePaths.channels(key)} />
      <Section title="Tus catálogos">
        <p>
          <strong className="tabular">{summary.itemCount.toLocaleString("es-MX")}</strong> tallas de{" "}
          <strong className="tabular">{summary.productCount.toLocaleString("es-MX")}</strong> productos, siempre al día.
        </p>
        <dl className="space-y-3">
          <CopyValue label="Google y Meta (RSS)" value={urls.xml} />
          <CopyValue label="Tabla (TSV), para otros canales" value={urls.tsv} />
        </dl>
      </Section>
      <HowToRegister />
      <ReasonsSection
        title="Lo que no sale"
        lead="Estos productos no están en el catálogo."
        shopKey={shop.key}
        reasons={omissionReasons}
      />
      <ReasonsSection
        title="Lo que sale incompleto"
        lead="Estos productos sí salen, y con estos datos se encuentran mejor."
        shopKey={shop.key}
        reasons={incompleteReasons}
      />
      {reason && (
        <ProductsWithReason text={{ ...OMISSION_TEXT, ...INCOMPLETE_TEXT }[reason]} products={products} next={next} />
      )}
    </>
  );
}

function HowToRegister() {
  return (
    <Section title="Cómo registrarlo">
      <ol className="list-decimal space-y-1.5 pl-5">
        <li>
          En Google Merchant Center agrega una fuente de productos «desde un archivo», pega la dirección RSS, y elige
          México, español y lectura diaria.
        </li>
        <li>
          En el Administrador de ventas de Meta crea un catálogo, elige «lista de datos» y pega la misma dirección, con
          lectura cada hora.
        </li>
        <li>Los dos te piden comprobar que la dirección web es tuya; después revisa ahí los productos rechazados.</li>
      </ol>
    </Section>
  );
}

/** The products with the chosen reason, each with a link to its page. */
function ProductsWithReason({
  text,
  products,
  next,
}: {
  text: ReasonText;
  products: ProductWithProblem[];
  next: string | null;
}) {
  return (
    <Section title={text.label}>
      <p className="text-soft">{text.explanation}</p>
      {products.length === 0 ? (
        <EmptyState title="Ya no hay productos así" />
      ) : (
        <ul aria-label="Productos" className="divide-y divide-line">
          {products.map(({ id, name, color }) => (
            <li key={id}>
              <Link
                to={officePaths.product(id)}
                className="flex min-h-11 items-center font-semibold wrap-anywhere hover:underline"
              >
                {[name, color].filter(Boolean).join(" · ")}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Pager next={next} />
    </Section>
  );
}

interface CountedReason extends ReasonText {
  reason: string;
  count: number;
}

function listReasonsThatApply<Reason extends string>(
  reasons: readonly Reason[],
  counts: Record<Reason, number>,
  texts: Record<Reason, ReasonText>,
): CountedReason[] {
  return reasons
    .map((reason) => ({ reason, count: counts[reason], ...texts[reason] }))
    .filter(({ count }) => count > 0);
}

function ReasonsSection({
  title,
  lead,
  shopKey,
  reasons,
}: {
  title: string;
  lead: string;
  shopKey: string;
  reasons: readonly CountedReason[];
}) {
  return (
    <Section title={title}>
      {reasons.length === 0 ? (
        <p className="text-soft">Nada: todo está en orden.</p>
      ) : (
        <>
          <p className="text-soft">{lead}</p>
          <ul className="divide-y divide-line">
            {reasons.map(({ reason, label, explanation, count }) => (
              <li key={reason} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                <span className="min-w-0">
                  <span className="font-semibold">{label}</span>
                  <span className="block text-sm text-soft">{explanation}</span>
                </span>
                <Link
                  to={`${officePaths.channels(shopKey)}&motivo=${reason}`}
                  aria-label={`${label}: ver ${count === 1 ? "1 producto" : `${count} productos`}`}
                  className="flex min-h-11 items-center font-semibold tabular underline underline-offset-4"
                >
                  {count.toLocaleString("es-MX")} {count === 1 ? "producto" : "productos"}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
