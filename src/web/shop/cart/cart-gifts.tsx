import { useEffect, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import { call, type AnswerOf } from "../../client.ts";
import { useCart } from "../../state/cart.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { useToast } from "../../ui/toasts.tsx";

type Gift = AnswerOf<"listGifts">["docs"][number];

/** The gifts that the cart qualifies for. A button adds one piece in the chosen size (rule PROMO-16). */
export default function CartGifts({ cart }: { cart: Cart }) {
  const [gifts, setGifts] = useState<Gift[]>([]);
  useEffect(() => {
    let isCurrent = true;
    // If the request fails, the listed gifts stay as they are.
    void call("listGifts", { params: { id: cart._id } }).then((outcome) => {
      if (isCurrent && outcome.ok) setGifts(outcome.data.docs);
    });
    return () => void (isCurrent = false);
  }, [cart]);
  return gifts.map((gift) => <GiftOffer key={gift.productId} gift={gift} />);
}

function GiftOffer({ gift: { promotion, productId, name, image, sizes } }: { gift: Gift }) {
  const { add } = useCart();
  const showToast = useToast();
  const [busy, setBusy] = useState(false);
  const [chosenSizeId, setPickedId] = useState<string | null>(null);
  // The chosen size may have sold out since.
  const sizeId = (sizes.find(({ _id }) => _id === chosenSizeId) ?? sizes[0]!)._id;
  const addGift = async (): Promise<void> => {
    setBusy(true);
    const outcome = await add([{ productId, sizeId, pieces: 1 }]);
    setBusy(false);
    if (!outcome.ok) showToast("error", "No pudimos agregar tu regalo", outcome.problem.detail);
    else if (outcome.data.failed[0]) {
      const { detail = "Esa talla se acaba de agotar: prueba con otra." } = outcome.data.failed[0];
      showToast("error", "No pudimos agregar tu regalo", detail);
    } else showToast("success", "Tu regalo está en el carrito");
  };
  return (
    <section aria-label={`Regalo: ${name}`} className="mt-6 flex flex-wrap items-center gap-4 border border-edge p-4">
      <Thumbnail src={image} width={56} className="w-14" />
      <p className="min-w-40 flex-1 self-center">
        Te regalamos: <strong className="font-medium">{name}</strong>
        <span className="block text-sm text-soft">Por «{promotion}»</span>
      </p>
      {sizes.length > 1 && (
        <div className="w-28">
          <SelectField label="Talla" value={sizeId} onChange={(event) => setPickedId(event.currentTarget.value)}>
            {sizes.map(({ _id, attribute }) => (
              <option key={_id} value={_id}>
                {attribute}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <Button variant="secondary" busy={busy} onClick={() => void addGift()}>
        Agregar
      </Button>
    </section>
  );
}
