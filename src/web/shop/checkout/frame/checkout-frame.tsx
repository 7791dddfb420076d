import { lazy, Suspense, type ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "../../../root.tsx";
import { useSession } from "../../../state/session.tsx";
import { Analytics } from "../../analytics/analytics.tsx";
import type { FooterLink } from "../../layout/legal-links.server.ts";
import { Progress } from "../../layout/progress.tsx";
import { RouteFocus } from "../../layout/route-focus.tsx";
import { CheckoutFooter } from "./checkout-footer.tsx";
import { CheckoutHeader } from "./checkout-header.tsx";

/** Loaded only in a preview, so that customers do not load its code. */
const PreviewBar = lazy(() => import("../../layout/preview-bar.tsx"));

/** The frame of the checkout: only its logo leads away from the checkout (rule CHECKOUT-9). */
export function CheckoutFrame({ legal: legalLinks, children }: { legal: FooterLink[]; children: ReactNode }) {
  const { shop, isDemo, analytics, isPreview } = useRouteLoaderData("root") as RootData;
  const { session } = useSession();
  return (
    <>
      <a
        href="#contenido"
        className="absolute left-4 top-0 z-50 -translate-y-full bg-ink px-4 py-2 text-white focus:translate-y-0"
      >
        Saltar al contenido
      </a>
      {isPreview && (
        <Suspense>
          <PreviewBar />
        </Suspense>
      )}
      <Analytics tag={analytics} />
      <CheckoutHeader shop={shop} />
      {session?.assistedBy && (
        <p role="status" className="bg-warning px-4 py-2 text-center text-sm font-semibold text-white">
          Sesión asistida: {session.assistedBy} actúa a nombre del cliente.
        </p>
      )}
      <Progress />
      <RouteFocus />
      <noscript>
        <p className="bg-warning-soft px-4 py-3 text-center text-sm">
          Para apartar y comprar activa JavaScript en tu navegador. Sin él puedes mirar todo el catálogo.
        </p>
      </noscript>
      {children}
      <CheckoutFooter {...{ shop, legal: legalLinks, isDemo }} />
    </>
  );
}
