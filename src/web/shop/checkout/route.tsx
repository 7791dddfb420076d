import { useEffect, useRef } from "react";
import { Link, useRouteLoaderData, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Cart } from "../../../contract/carts.ts";
import type { Carrier } from "../../../contract/orders.ts";
import type { Customer } from "../../../contract/customers.ts";
import { onlineFeeNote } from "../../../domain/online-fee.ts";
import { hasPublicPromotions } from "../../../server/promotions/list-public-promotions.ts";
import { onlineFeeOf, acceptsPaymentMethod } from "../../../server/shops/shop.ts";
import { findPaymentMethod } from "../../../server/checkout/find-payment-method.ts";
import { listCarriers } from "../../../server/shipping/carriers.ts";
import { listPickupPoints } from "../../../server/pickup-points/pickup-points.ts";
import { toWireCarrier, toWirePickupPoint } from "../../../server/orders/to-wire.ts";
import { storedPictureUrl } from "../../../server/pictures/picture-url.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useCart } from "../../state/cart.tsx";
import { useSession } from "../../state/session.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { loadable } from "../../ui/loadable.tsx";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { describeWithArrival, pickupText } from "../arrival-texts.server.ts";
import { CouponField } from "../coupon-field.tsx";
import { FailedPage } from "../failed-page.tsx";
import { legalLinks } from "../layout/legal-links.server.ts";
import { NotSelling } from "../not-selling.tsx";
import { pageMeta } from "../page-meta.ts";
import { PresaleNotice } from "../presale-notice.tsx";
import type { Route } from "./+types/route";
import { AccountNeeded } from "./account-needed.tsx";
import { CartLines } from "./cart-lines.tsx";
import { choicesOf, postalCodeOf, type Choices } from "./choices.ts";
import { DetailsScreen } from "./details-screen.tsx";
import { useDraft, type CheckoutDraft } from "./draft.ts";
import { CheckoutFrame } from "./frame/checkout-frame.tsx";
import { OrderBar } from "./order-bar.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { ReviewScreen } from "./review-screen.tsx";
import { readScreen, SCREEN_TITLES, type Screen } from "./screens.ts";
import { Steps } from "./steps.tsx";
import { useConfirmOrder } from "./use-confirm-order.ts";
import { useLiveCarriers } from "./use-live-carriers.ts";
import { useQuote } from "./use-quote.ts";
import { useScreen } from "./use-screen.ts";
import { useWideWindow } from "./use-wide-window.ts";

const loadReviewActions = () => import("./review-actions.tsx");
const ReviewActions = loadable(loadReviewActions);

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext);
  const shop = context.get(shopContext);
  const now = new Date();
  const [carriers, points, onlineMethod, transferMethod] = await Promise.all([
    listCarriers(db, shop.id),
    listPickupPoints(db, shop.id),
    acceptsPaymentMethod(shop, "MP") ? findPaymentMethod(db, shop.id, "MP") : undefined,
    acceptsPaymentMethod(shop, "TB") ? findPaymentMethod(db, shop.id, "TB") : undefined,
  ]);
  return {
    legal: legalLinks(hasPublicPromotions(shop)),
    carriers: [
      ...carriers.map((carrier) => ({
        ...toWireCarrier(carrier, shop, now),
        description: describeWithArrival(carrier, shop, now),
      })),
      ...points.map((point) => ({
        ...toWirePickupPoint(point, shop, now),
        description: `${pickupText(point, shop, now)} ${point.hours}`,
      })),
    ],
    methods: [
      ...(onlineMethod
        ? [
            {
              key: "MP" as const,
              name: onlineMethod.name,
              message: onlineMethod.checkout_message,
              fee: onlineFeeOf(shop),
              feeNote: onlineFeeNote(onlineFeeOf(shop)),
            },
          ]
        : []),
      ...(transferMethod
        ? [
            {
              key: "TB" as const,
              name: transferMethod.name,
              message: transferMethod.checkout_message,
              fee: null,
              feeNote: "",
            },
          ]
        : []),
    ],
    terms: {
      version: shop.terms.version,
      pages: shop.terms.pages.map((page) => ({
        ...page,
        picture: page.picture && storedPictureUrl(page.picture, 800),
      })),
    },
  };
}

/**
 * Only the step to the last screen waits for the server: it reloads the carriers, the payment methods and the terms.
 * Other changes of the screen do not.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search) return defaultShouldRevalidate;
  return currentUrl.searchParams.get("paso") === "datos" && nextUrl.searchParams.get("paso") === "pago";
}

export function meta({ matches, location }: Route.MetaArgs) {
  const screen = readScreen(new URLSearchParams(location.search).get("paso"));
  return pageMeta(matches, { title: screen ? `${SCREEN_TITLES[screen]} · Finalizar pedido` : "Finalizar pedido" });
}

/** The page has its own frame instead of the shop's layout. */
export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  return (
    <CheckoutFrame legal={loaderData.legal}>
      <Checkout loaderData={loaderData} />
    </CheckoutFrame>
  );
}

export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  return loaderData ? (
    <CheckoutFrame legal={loaderData.legal}>
      <FailedPage />
    </CheckoutFrame>
  ) : (
    <FailedPage />
  );
}

function Checkout({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { cart, expired, close } = useCart();
  const { session, customer: sessionCustomer } = useSession();
  const { draft, change, clear } = useDraft();
  const isOrderPlaced = useRef(false);

  // A guest's data are in this tab's draft, too.
  const customer =
    [sessionCustomer, draft?.customer].find((candidate) => candidate && candidate._id === session?.customerId) ?? null;
  const postalCode = postalCodeOf({ customer, draft });
  const carriers = useLiveCarriers(cart, loaderData.carriers, postalCode);
  const choices = choicesOf({ cart, customer, draft, carriers });
  const isCustomerLoading = session?.type === "registered" && sessionCustomer === undefined;
  const isReady = Boolean(cart) && !expired && session !== undefined && draft !== undefined && !isCustomerLoading;
  const canReview = customer !== null && (!choices.needsAddress || choices.address !== null);
  const { screen, go } = useScreen({ isReady, canReview });

  if (!shop.settings.management.canSell) return <NotSellingPage />;
  if (cart === undefined || session === undefined || draft === undefined || isCustomerLoading) return <LoadingPage />;
  if ((cart === null || expired) && !isOrderPlaced.current) return <NoCart expired={expired} />;
  if (cart === null) return <LoadingPage />;
  const onPlaced = (orderId: string): void => {
    isOrderPlaced.current = true;
    clear();
    close();
    // A full page load, because only an order's page may connect to the payment provider (serve.ts).
    window.location.replace(`${paths.order(orderId)}?nuevo=1`);
  };
  return (
    <Screens
      {...{
        loaderData,
        carriers,
        postalCode,
        cart,
        customer,
        draft,
        changeDraft: change,
        choices,
        screen,
        showScreen: go,
        onPlaced,
      }}
    />
  );
}

interface ScreensProps {
  loaderData: Route.ComponentProps["loaderData"];
  /** The carriers with their prices for this cart. */
  carriers: Carrier[];
  /** The postal code of the delivery, which may be incomplete. */
  postalCode: string;
  cart: Cart;
  customer: Customer | null;
  draft: CheckoutDraft;
  changeDraft: (changes: Partial<CheckoutDraft>) => void;
  choices: Choices;
  screen: Screen;
  showScreen: (screen: Screen) => void;
  onPlaced: (orderId: string) => void;
}

function Screens({
  loaderData,
  carriers,
  postalCode,
  cart,
  customer,
  draft,
  changeDraft,
  choices,
  screen,
  showScreen,
  onPlaced,
}: ScreensProps) {
  const { settings } = (useRouteLoaderData("root") as RootData).shop;
  const { session } = useSession();
  const { carrier, insured, needsParcel, needsAddress } = choices;
  const { terms } = loaderData;
  const quoteState = useQuote(cart, { carrier, insured, method: draft.paymentMethod, postalCode });
  const state = useConfirmOrder({ cart, customer, draft, choices, quoteState, terms, onPlaced });
  const isWide = useWideWindow();
  const isReview = screen === "pago" && customer !== null;
  // Loads the code of ReviewActions before the customer gets to the last screen.
  useEffect(() => void loadReviewActions(), []);
  return (
    <main id="contenido" className="page flex-1 space-y-4 py-4 lg:space-y-8 lg:py-8">
      <div className="lg:space-y-2">
        <h1 className="sr-only">Finalizar pedido</h1>
        <h2 tabIndex={-1} className="text-xl focus-visible:outline-none lg:text-2xl">
          {SCREEN_TITLES[screen]}
        </h2>
        <Steps screen={screen} needsAddress={needsAddress} onShowScreen={showScreen} />
      </div>
      {!isWide && <OrderBar cart={cart} quote={quoteState.quote} isReview={isReview} />}
      <PresaleNotice presale={cart.presaleDetails} />
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[1fr_24rem]">
        {isReview ? (
          <ReviewScreen
            {...{ customer, choices, draft, changeDraft, state }}
            methods={loaderData.methods}
            onChangeDetails={() => showScreen("datos")}
          />
        ) : customer === null && !settings.orders.allowGuest ? (
          <AccountNeeded />
        ) : (
          <DetailsScreen
            {...{ draft, changeDraft, customer, choices }}
            isRegistered={session?.type === "registered"}
            carriers={carriers}
            pieces={cart.products.reduce((sum, line) => sum + line.realQty, 0)}
            passwordMin={settings.accounts.checkoutPasswordMin}
            onDone={() => showScreen("pago")}
          />
        )}
        {/* On narrow screens its parts are items of the grid, so that the button stays visible at the bottom. */}
        {(isWide || isReview) && (
          <aside
            aria-label="Tu pedido"
            className="max-lg:contents lg:sticky lg:top-24 lg:space-y-4 lg:border-l lg:border-line lg:pl-10"
          >
            <div className="space-y-6 max-lg:border-t max-lg:border-line max-lg:pt-8">
              {isWide && <CartLines lines={cart.products} />}
              <OrderSummary
                quote={quoteState.quote}
                error={quoteState.failure}
                onRetry={quoteState.reloadQuote}
                lacksCarrier={needsParcel && !carrier}
              />
              <CouponField cart={cart} />
            </div>
            {isReview && (
              <ReviewActions
                {...{ cart, customer, state, terms, changeDraft }}
                termsInTwoSteps={settings.orders.termsInTwoSteps}
                onBack={() => showScreen("datos")}
              />
            )}
          </aside>
        )}
      </div>
    </main>
  );
}

function NoCart({ expired }: { expired: boolean }) {
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8">
      <h1 className="text-2xl">Finalizar pedido</h1>
      {expired ? (
        <Notice tone="warning" icon="clock" title="Tu carrito venció">
          Las piezas volvieron a la tienda. <Link to={paths.cart}>Ve a tu carrito</Link> para recuperar las que queden.
          Lo que ya escribiste se conserva.
        </Notice>
      ) : (
        <EmptyState title="No tienes productos en el carrito">
          <ButtonLink to="/">Ver la tienda</ButtonLink>
        </EmptyState>
      )}
    </main>
  );
}

function NotSellingPage() {
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8">
      <h1 className="text-2xl">Finalizar pedido</h1>
      <NotSelling />
    </main>
  );
}

function LoadingPage() {
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8" aria-busy>
      <h1 className="text-2xl">Finalizar pedido</h1>
      <span role="status" className="sr-only">
        Cargando
      </span>
      <Skeleton className="h-10 w-full max-w-xl" />
      <Skeleton className="h-64 w-full max-w-xl" />
    </main>
  );
}
