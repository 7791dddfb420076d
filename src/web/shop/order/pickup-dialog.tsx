import { useEffect, useState } from "react";
import type { Carrier, Order } from "../../../contract/orders.ts";
import { call } from "../../client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RadioCard, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useOrderAuthorization } from "./use-order-authorization.ts";

interface Props {
  order: Order;
  onOrder: (order: Order) => void;
  onClose: () => void;
}

/** The form for where the order is collected, until it is ready, and for who else may collect it. */
export function PickupDialog({ order, onOrder, onClose }: Props) {
  const pickup = order.pickup!;
  const auth = useOrderAuthorization(order._id);
  const showToast = useToast();
  const pickupPoints = usePickupPoints(order.changes.pickup);
  const [pointId, setPointId] = useState(pickup.pointId);
  const [collector, setCollector] = useState(pickup.collector ?? "");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const body = { shippingId: pointId, collector: collector.trim() || null };
    const outcome = await call("changeOrderPickup", { ...auth, body });
    setBusy(false);
    if (!outcome.ok) return setFailure(outcome.problem.detail);
    onOrder(outcome.data);
    showToast("success", "Guardamos tu cambio");
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={order.changes.pickup ? "¿Dónde lo recoges?" : "¿Quién lo recoge?"}>
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {(pickupPoints.length > 1 || pickupPoints.some(({ _id }) => _id !== pickup.pointId)) && (
          <fieldset className="space-y-3">
            <legend className="sr-only">Lugares para recoger</legend>
            {pickupPoints.map((point) => (
              <RadioCard
                key={point._id}
                name="point"
                checked={pointId === point._id}
                onChange={() => setPointId(point._id)}
                title={point.name}
              >
                {point.address}
                <span className="block">{point.description}</span>
              </RadioCard>
            ))}
          </fieldset>
        )}
        <TextField
          label="¿Lo recoge otra persona?"
          name="collector"
          optional
          hint="Escribe su nombre completo. Si no, solo tú puedes recogerlo, con una identificación."
          autoComplete="off"
          maxLength={80}
          value={collector}
          onChange={(event) => setCollector(event.target.value)}
        />
        {failure && <Notice tone="error" alert title={failure} />}
        <Button type="submit" busy={busy} className="max-sm:w-full">
          Guardar
        </Button>
      </form>
    </Dialog>
  );
}

/**
 * The pickup points of the shop. Empty if they are not needed, or if the request fails. Then only the collector can be
 * changed.
 */
function usePickupPoints(isNeeded: boolean): Carrier[] {
  const [points, setPoints] = useState<Carrier[]>([]);
  useEffect(() => {
    if (!isNeeded) return;
    const abort = new AbortController();
    void call("listCarriers", { signal: abort.signal }).then((outcome) => {
      if (outcome.ok) setPoints(outcome.data.docs.filter(({ kind }) => kind === "pickup"));
    });
    return () => abort.abort();
  }, [isNeeded]);
  return points;
}
