import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Cart } from "../../contract/carts.ts";
import { call } from "../client.ts";
import { COUPON_COOKIE } from "../coupon-link.ts";
import { useCart } from "../state/cart.tsx";
import { useSession } from "../state/session.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";

/** The cart's coupon: a field to enter a code, or the entered coupon with its effect and a button to remove it. */
export function CouponField({ cart }: { cart: Cart }) {
  const couponState = useCoupon(cart);
  return cart.coupon ? <EnteredCoupon coupon={cart.coupon} {...couponState} /> : <CouponForm {...couponState} />;
}

/** The state of the field, and the calls that enter and remove a coupon. Enters the code of the coupon cookie. */
function useCoupon(cart: Cart) {
  const { refresh } = useCart();
  const { session } = useSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // A refused code stays in the field, including a code from the cookie.
  const [fieldText, setFieldText] = useState("");
  const enterCode = async (code: string): Promise<boolean> => {
    setFieldText(code);
    setBusy(true);
    setError(null);
    const outcome = await call("setCoupon", {
      params: { id: cart._id },
      body: { code },
      token: session?.token ?? null,
    });
    if (outcome.ok) {
      setFieldText("");
      await refresh();
    } else setError(outcome.problem.detail);
    setBusy(false);
    return outcome.ok;
  };
  const removeCoupon = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const outcome = await call("removeCoupon", { params: { id: cart._id } });
    if (outcome.ok) await refresh();
    else setError(outcome.problem.detail);
    setBusy(false);
  };
  const codeFromCookie = useRef<string | null>(null);
  useEffect(() => {
    codeFromCookie.current ??= cart.coupon ? null : consumeCouponCookie();
    if (codeFromCookie.current) void enterCode(codeFromCookie.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: the cookie is deleted afterwards
  }, []);
  return { busy, error, fieldText, setFieldText, enter: enterCode, remove: removeCoupon };
}

/** Reads the code that a link or an expired cart stored in the coupon cookie, and deletes the cookie. */
function consumeCouponCookie(): string | null {
  const [, code] = new RegExp(`(?:^|; )${COUPON_COOKIE}=([\\w-]+)`).exec(document.cookie) ?? [];
  if (code) document.cookie = `${COUPON_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
  return code ?? null;
}

/** Stores the coupon of an expired cart in the coupon cookie, so that the recovered cart uses it. */
export function storeCoupon(code: string): void {
  document.cookie = `${COUPON_COOKIE}=${code}; Path=/; SameSite=Lax`;
}

type CouponState = ReturnType<typeof useCoupon>;

function CouponForm({ busy, error, fieldText, setFieldText, enter }: CouponState) {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || fieldText.trim() === "") {
      field.current?.focus();
      return;
    }
    void enter(fieldText).then((isEntered) => !isEntered && field.current?.select());
  };
  if (!isOpen && !error) {
    return (
      <button
        type="button"
        className="inline-block min-h-6 py-1 text-sm font-semibold underline underline-offset-4"
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        ¿Tienes un cupón?
      </button>
    );
  }
  return (
    <form onSubmit={submit} className="space-y-2" noValidate>
      <TextField
        ref={field}
        label="Cupón"
        value={fieldText}
        onChange={(event) => setFieldText(event.target.value)}
        error={error ?? undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the customer just asked for this field
        autoFocus={isOpen}
      />
      <Button type="submit" variant="secondary" busy={busy}>
        Aplicar
      </Button>
    </form>
  );
}

function EnteredCoupon({ coupon, busy, error, remove }: CouponState & { coupon: NonNullable<Cart["coupon"]> }) {
  return (
    <div className="space-y-1 text-sm" role="status">
      <p className="flex items-center justify-between gap-3">
        <span>
          Cupón <strong className="tabular">{coupon.code}</strong>
        </span>
        <Button variant="quiet" busy={busy} onClick={() => void remove()}>
          Quitar<span className="sr-only"> el cupón {coupon.code}</span>
        </Button>
      </p>
      {coupon.applies ? (
        <p className="text-success">Ya está en tu total.</p>
      ) : (
        <p className="text-warning">{coupon.detail}</p>
      )}
      {error && (
        <p role="alert" className="font-medium text-error">
          {error}
        </p>
      )}
    </div>
  );
}
