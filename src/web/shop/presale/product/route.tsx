import { useRouteLoaderData } from "react-router";
import { formatComposition } from "../../../../domain/composition.ts";
import { formatEventTime } from "../../../../domain/dates.ts";
import { escapeHtml } from "../../../../domain/escape-html.ts";
import { majorityFitText } from "../../../../domain/rating.ts";
import { paths } from "../../../paths.ts";
import type { RootData } from "../../../root.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { chatUrl, chatLabel } from "../../chat-url.ts";
import { NotSelling } from "../../not-selling.tsx";
import { pageMeta } from "../../page-meta.ts";
import { PresaleNotice } from "../../presale-notice.tsx";
import { ProductFacts } from "../../product/product-facts.tsx";
import { ProductDetails } from "../../product/product-details.tsx";
import { returnsText } from "../../product/returns-text.ts";
import { PresaleGate } from "../presale-gate.tsx";
import { toPageProduct } from "../presale-product.ts";
import type { OpenPresale } from "../use-presale.ts";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Preventa" });
}

export default function PresaleProductPage({ params }: Route.ComponentProps) {
  const { canSell } = (useRouteLoaderData("root") as RootData).shop.settings.management;
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-6">
      {canSell ? (
        <PresaleGate>{(sale) => <Details sale={sale} productId={params.productId} />}</PresaleGate>
      ) : (
        <NotSelling />
      )}
    </main>
  );
}

/** Paragraphs as HTML with escaped texts. For other products, `renderEvent` makes the HTML on the server. */
function toParagraphs(lines: readonly string[]): string {
  return lines.map((line) => line && `<p>${escapeHtml(line)}</p>`).join("");
}

function Details({ sale, productId }: { sale: OpenPresale; productId: string }) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const product = sale.products.find(({ _id }) => _id === productId);
  if (!product) {
    return (
      <EmptyState title="Este producto no está en tu preventa">
        <ButtonLink to={paths.presale}>Ver la preventa</ButtonLink>
      </EmptyState>
    );
  }
  const pageProduct = toPageProduct(shop, product);
  const { event } = product;
  const place = event && event.place !== pageProduct.brand && event.place;
  return (
    <ProductDetails
      product={{
        ...pageProduct,
        brandSlug: null,
        event: event && toParagraphs([formatEventTime(new Date(event.startsOn)), place || ""]),
        sizeGuide: product.sizeGuide,
        fit: majorityFitText(product.rating),
        delivery: pageProduct.isDigital
          ? "Tu boleto llega a tu correo al confirmar el pago"
          : "Enviamos a todo México. El envío lo ves antes de pagar",
        returns: returnsText(pageProduct.isDigital),
      }}
      facts={
        <ProductFacts
          description={shop.settings.products.showDescription ? product.description : ""}
          facts={{ ...product, composition: formatComposition(product.composition) || null }}
        />
      }
      shop={shop}
      chat={shop.chat && [chatUrl(shop.chat, shop.name), chatLabel(shop.chat)]}
      crumbs={[{ label: "Inicio", to: "/" }, { label: "Preventa", to: paths.presale }, { label: product.name }]}
      isPresale
      madeToOrder={!sale.presale.room}
      note={<PresaleNotice presale={sale.presale} />}
    />
  );
}
