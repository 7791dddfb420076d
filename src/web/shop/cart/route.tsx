import { lazy, Suspense, useState } from "react";
import { Link, useRouteLoaderData } from "react-router";
import type { CartLine } from "../../../contract/cart-line.ts";
import type { Cart } from "../../../contract/carts.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import { OFFER_MORE_TIME_SECONDS } from "../../../domain/cart-expiry.ts";
import { pieceNoun } from "../../../domain/cart-line.ts";
import { format24HourTime } from "../../../domain/dates.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useCart } from "../../state/cart.tsx";
import { readStored, STORAGE_KEY } from "../../state/storage.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState, LoadFailure, Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useSecondsLeft } from "../seconds-left.ts";
import { CouponField } from "../coupon-field.tsx";
import { NotSelling } from "../not-selling.tsx";
import { PresaleNotice } from "../presale-notice.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { CartTable } from "./cart-table.tsx";
import { CartTotals } from "./cart-totals.tsx";
import { ExpiredCart } from "./expired-cart.tsx";
import { FreeShipping } from "./free-shipping.tsx";
import { StepperWithFailure } from "./line-stepper.tsx";
import { QuantityDialog } from "./quantity-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { useMoreTime } from "./use-more-time.ts";

const CartGifts = lazy(() => import("./cart-gifts.tsx"));
const CartLooks = lazy(() => import("./cart-looks.tsx").catch(() => ({ default: () => null })));
const NewProducts = lazy(() => import("../new-products.tsx").catch(() => ({ default: () => null })));
const ViewedProducts = lazy(() => import("../product/viewed-products.tsx").catch(() => ({ default: () => null })));

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Carrito" });
}

export default function CartPage() {
  const { shop } = useRouteLoaderData("root") as RootData;
  return (
    <main id="contenido" className="page flex-1 space-y-6 py-8">
      <h1 className="text-2xl">Carrito</h1>
      {shop.settings.management.canSell ? <CartBody shop={shop} /> : <NotSelling />}
    </main>
  );
}

function CartBody({ shop }: { shop: PublicShop }) {
  const { cart, expired, error, refresh } = useCart();
  return (
    <>
      {error && <LoadFailure title={error} onRetry={() => void refresh()} />}
      {cart === undefined ? (
        <CartSkeleton />
      ) : cart === null ? (
        !error && (
          <>
            <EmptyCart />
            {/* Only after a product was viewed: on a first visit the pictures would exceed the budget of requests. */}
            {readStored(STORAGE_KEY.viewed) && (
              <Suspense>
                <ViewedProducts current="" shop={shop} />
                <NewProducts shop={shop} />
              </Suspense>
            )}
          </>
        )
      ) : expired ? (
        <ExpiredCart cart={cart} />
      ) : (
        <ActiveCart cart={cart} shop={shop} />
      )}
    </>
  );
}

function EmptyCart() {
  return (
    <EmptyState title={<h2>No tienes productos en el carrito</h2>}>
      <p className="text-soft">Lo que agregues queda apartado para ti mientras terminas tu compra.</p>
      <ButtonLink to="/">Ver la tienda</ButtonLink>
    </EmptyState>
  );
}

/** Placeholders for the lines and the totals. */
function CartSkeleton() {
  return (
    <div aria-busy className="grid items-start gap-8 lg:grid-cols-[1fr_24rem] lg:gap-14">
      <span role="status" className="sr-only">
        Cargando tu carrito
      </span>
      <ul>
        {[0, 1].map((n) => (
          <li key={n} className="grid grid-cols-[5rem_1fr] gap-4 border-b border-line py-5 max-lg:first:mt-24">
            <Skeleton className="aspect-4/5 w-20" />
            <span className="space-y-3">
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-4 w-1/4" />
            </span>
          </li>
        ))}
      </ul>
      <Skeleton className="h-80" />
    </div>
  );
}

function ActiveCart({ cart, shop }: { cart: Cart; shop: PublicShop }) {
  const [lineToChange, setLineToChange] = useState<CartLine | null>(null);
  const [lineToRemove, setLineToRemove] = useState<CartLine | null>(null);
  return (
    <>
      <PresaleNotice presale={cart.presaleDetails} />
      <TimeNotice cart={cart} />
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_24rem] lg:gap-14">
        <div className="min-w-0">
          <CartTable
            lines={cart.products}
            isPresale={cart.isPresale}
            renderPieces={(line) => <StepperWithFailure line={line} />}
            onChangePieces={setLineToChange}
            onRemove={setLineToRemove}
          />
          {cart.mayHaveGifts && (
            <Suspense>
              <CartGifts cart={cart} />
            </Suspense>
          )}
        </div>
        {/* On narrow screens these parts are items of the grid, so that the button stays visible at the bottom. */}
        <aside className="max-lg:contents lg:sticky lg:top-24 lg:space-y-4 lg:border-l lg:border-line lg:pl-8">
          <div className="space-y-4">
            {cart.freeShipping && <FreeShipping progress={cart.freeShipping} />}
            <CartTotals cart={cart} />
            <CouponField cart={cart} />
            {cart.summary.wholesale && (
              <p className="text-sm font-semibold text-success">Tu carrito ya tiene precio de mayoreo.</p>
            )}
          </div>
          <div
            data-bottom-bar=""
            className="flex items-center gap-5 max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:-mx-[clamp(1rem,4vw,4rem)] max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-[clamp(1rem,4vw,4rem)] max-lg:py-3"
          >
            <span aria-hidden className="tabular font-semibold lg:hidden">
              {formatMoney(toCents(cart.totals.total))}
            </span>
            <ButtonLink to={paths.checkout} className="flex-1">
              Continuar con el pago
            </ButtonLink>
          </div>
          <p className="text-center">
            <Link
              to={cart.isPresale ? paths.presale : "/"}
              className="inline-block py-1 text-sm font-semibold underline underline-offset-4"
            >
              Seguir comprando
            </Link>
          </p>
        </aside>
      </div>
      {!cart.isPresale && (
        <Suspense>
          <CartLooks cart={cart} shop={shop} />
        </Suspense>
      )}
      <QuantityDialog line={lineToChange} onClose={() => setLineToChange(null)} />
      <RemoveDialog line={lineToRemove} onClose={() => setLineToRemove(null)} />
    </>
  );
}

/** When the reservation ends. In the last two minutes a button extends it (rule CART-6). */
function TimeNotice({ cart }: { cart: Cart }) {
  const { deadline } = useCart();
  const secondsLeft = useSecondsLeft(deadline);
  const { busy, requestMoreTime } = useMoreTime(cart);
  if (secondsLeft === null || secondsLeft <= 0) return null;
  const text = (
    <p>
      Apartamos tus {pieceNoun(cart.products)} hasta las <strong>{format24HourTime(new Date(cart.expiresOn))}</strong>.
      Después se liberan, pero tu lista se queda.
    </p>
  );
  if (secondsLeft > OFFER_MORE_TIME_SECONDS) {
    return (
      <div className="flex gap-3 text-sm">
        <Icon name="clock" className="size-5 shrink-0" />
        {text}
      </div>
    );
  }
  return (
    <Notice tone="warning" icon="clock">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {text}
        <Button variant="secondary" busy={busy} onClick={() => void requestMoreTime()}>
          Necesito más tiempo
        </Button>
      </div>
    </Notice>
  );
}
