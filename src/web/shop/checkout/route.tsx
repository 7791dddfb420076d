import { useEffect, useRef } from "react";
import {
  Link,
  useNavigate,
  useRouteLoaderData,
  useSearchParams,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { onlineFeeNote } from "../../../domain/online-fee.ts";
import { onlineFee, takesPayment } from "../../../server/shops/shop.ts";
import { findPaymentMethod, listCarriers } from "../../../server/shipping/carriers.ts";
import { toWireCarrier } from "../../../server/orders/to-wire.ts";
import { pictureUrl } from "../../../server/pictures/picture-url.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useCart } from "../../state/cart.tsx";
import { useSession } from "../../state/session.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty, Notice, Skeleton } from "../../ui/notice.tsx";
import { NotSelling } from "../not-selling.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { AccountNeeded } from "./account-needed.tsx";
import { AddressStep } from "./address-step.tsx";
import { CartAside } from "./cart-aside.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { useDraft } from "./draft.ts";
import { PersonalStep } from "./personal-step.tsx";
import { isReachable, Steps, type Step } from "./steps.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext);
  const shop = context.get(shopContext);
  const [carriers, online, transfer] = await Promise.all([
    listCarriers(db, shop.id),
    takesPayment(shop, "MP") ? findPaymentMethod(db, shop.id, "MP") : undefined,
    takesPayment(shop, "TB") ? findPaymentMethod(db, shop.id, "TB") : undefined,
  ]);
  return {
    carriers: carriers.map(toWireCarrier),
    methods: [
      ...(online
        ? [
            {
              key: "MP" as const,
              name: online.name,
              message: `${online.checkout_message} ${onlineFeeNote(onlineFee(shop))}`.trim(),
            },
          ]
        : []),
      ...(transfer ? [{ key: "TB" as const, name: transfer.name, message: transfer.checkout_message }] : []),
    ],
    terms: {
      version: shop.terms.version,
      pages: shop.terms.pages.map((page) => ({
        ...page,
        // An uploaded picture is an address. The demo's picture is a key, rendered in this width.
        picture: page.picture?.startsWith("/") ? page.picture : page.picture && pictureUrl(page.picture, 800, "webp"),
      })),
    },
  };
}

/** Another step is shown without waiting for the server. Only the last step uses the loaded data: it loads them again. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isStep = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return isStep ? nextUrl.searchParams.get("paso") === "confirmar" : defaultShouldRevalidate;
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Finalizar pedido" });
}

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { cart, expired, close } = useCart();
  const { session, customer: known, update } = useSession();
  const { draft, change, clear } = useDraft();
  const navigate = useNavigate();
  const placed = useRef(false);

  // A signed-in customer is known by the session. A guest's data are also in this tab's draft.
  const customer = [known, draft?.customer].find((one) => one && one._id === session?.customerId) ?? null;
  const needsParcel = cart?.products.some((line) => line.realQty > 0) ?? true;
  const reachable: Step = !customer ? "personal" : needsParcel && !draft?.addressId ? "direccion" : "confirmar";
  const { step, go } = useStep(reachable, { skipsPersonal: session?.type === "registered" });

  if (!shop.settings.management.canSell) return <Closed />;
  const isRenewing = session?.type === "registered" && known === undefined;
  if (cart === undefined || session === undefined || draft === undefined || isRenewing) return <Waiting />;
  if ((cart === null || expired) && !placed.current) return <NoCart expired={expired} />;
  return (
    <main id="contenido" className="page flex-1 space-y-8 py-8">
      <h1 className="text-2xl font-bold">Finalizar pedido</h1>
      <Steps current={step} reachable={reachable} onGo={go} />
      <div className={step === "confirmar" ? "" : "grid items-start gap-10 lg:grid-cols-[1fr_22rem]"}>
        {step === "personal" && !shop.settings.orders.allowGuest && <AccountNeeded />}
        {step === "personal" && shop.settings.orders.allowGuest && (
          <PersonalStep
            draft={draft}
            change={change}
            customer={customer}
            needsEmail={cart?.products.some((line) => line.realQty === 0) ?? false}
            passwordMin={shop.settings.accounts.checkoutPasswordMin}
            onDone={() => go(needsParcel ? "direccion" : "confirmar")}
          />
        )}
        {step === "direccion" && customer && (
          <AddressStep
            draft={draft}
            change={(part) => {
              if (part.customer) update(part.customer);
              change(part);
            }}
            customer={customer}
            onBack={() => (session?.type === "registered" ? void navigate(paths.cart) : go("personal"))}
            onDone={() => go("confirmar")}
          />
        )}
        {step === "confirmar" && customer && cart && (
          <ConfirmStep
            cart={cart}
            customer={customer}
            draft={draft}
            change={change}
            needsParcel={needsParcel}
            carriers={loaderData.carriers}
            methods={loaderData.methods}
            terms={loaderData.terms}
            onBack={() =>
              needsParcel
                ? go("direccion")
                : session?.type === "registered"
                  ? void navigate(paths.cart)
                  : go("personal")
            }
            onPlaced={(orderId) => {
              placed.current = true;
              clear();
              close();
              // As a full page load: only an order's page may reach the payment provider (serve.ts).
              window.location.replace(`${paths.order(orderId)}?nuevo=1`);
            }}
          />
        )}
        {step !== "confirmar" && cart && <CartAside cart={cart} />}
      </div>
    </main>
  );
}

/** The step on show, which is in the address, and going to another one. */
function useStep(reachable: Step, { skipsPersonal }: { skipsPersonal: boolean }) {
  const [query, setQuery] = useSearchParams();
  const requested = query.get("paso");
  // Signed-in customers skip the first step (rule CHECKOUT-6).
  const isSkipped = requested === "personal" && skipsPersonal;
  const step = !isSkipped && isReachable(requested, reachable) ? requested : reachable;

  // At once: a second press would otherwise reach a button of the step before.
  const go = (next: Step): void => setQuery({ paso: next }, { preventScrollReset: false, flushSync: true });
  // A new step begins at its heading, for eyes and for screen readers.
  const shown = useRef<Step | null>(null);
  useEffect(() => {
    if (shown.current !== null && shown.current !== step) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>("main h2")?.focus();
    }
    shown.current = step;
  }, [step]);
  return { step, go };
}

function NoCart({ expired }: { expired: boolean }) {
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8">
      <h1 className="text-2xl font-bold">Finalizar pedido</h1>
      {expired ? (
        <Notice tone="warning" icon="clock" title="Tu carrito venció">
          Las piezas volvieron a la tienda. <Link to={paths.cart}>Ve a tu carrito</Link> para recuperar las que queden.
          Lo que ya escribiste se conserva.
        </Notice>
      ) : (
        <Empty title="No tienes productos en el carrito">
          <ButtonLink to="/">Ver la tienda</ButtonLink>
        </Empty>
      )}
    </main>
  );
}

function Closed() {
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8">
      <h1 className="text-2xl font-bold">Finalizar pedido</h1>
      <NotSelling />
    </main>
  );
}

function Waiting() {
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8" aria-busy>
      <h1 className="text-2xl font-bold">Finalizar pedido</h1>
      <span role="status" className="sr-only">
        Cargando
      </span>
      <Skeleton className="h-10 w-full max-w-xl" />
      <Skeleton className="h-64 w-full max-w-xl" />
    </main>
  );
}
