import { useRouteLoaderData } from "react-router";
import { isRefusal } from "../../../domain/refusal.ts";
import { requireIssuer } from "../../../server/invoicing/invoice-order.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { Notice } from "../../ui/notice.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { ContactStaff } from "./contact-staff.tsx";
import { InvoiceSteps } from "./invoice-steps.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const issuer = await requireIssuer(context.get(appContext), context.get(shopContext));
  return { isPaused: isRefusal(issuer) };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Facturación",
    description: "Pide la factura electrónica (CFDI) de tu pedido con su número y tu teléfono.",
    path: paths.invoice,
  });
}

export default function InvoicePage({ loaderData: { isPaused } }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  return (
    <main id="contenido" className="page flex-1 py-8 sm:py-10">
      <div className="max-w-2xl space-y-6">
        <h1 className="text-2xl">Facturación electrónica</h1>
        {isPaused ? (
          <Notice tone="warning" title="La facturación está en pausa">
            Intenta más tarde, o <ContactStaff shop={shop} />.
          </Notice>
        ) : (
          <InvoiceSteps shop={shop} />
        )}
      </div>
    </main>
  );
}
