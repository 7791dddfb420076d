import { useState } from "react";
import type { Order } from "../../../contract/orders.ts";
import { call } from "../../client.ts";
import { useToast } from "../../ui/toasts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useForm } from "../../ui/use-form.ts";
import { AddressFields, validateAddress, type AddressDraft } from "../address-fields.tsx";
import { useUnsavedData } from "../use-unsaved-data.ts";
import { PickupDialog } from "./pickup-dialog.tsx";
import { useOrderAuthorization } from "./use-order-authorization.ts";

interface Props {
  order: Order;
  onOrder: (order: Order) => void;
}

/** The buttons for what the customer may do now: change the address, change the pickup, or cancel the order. */
export function ChangeOrder({ order, onOrder }: Props) {
  const [shownDialog, setShownDialog] = useState<"address" | "pickup" | "cancel" | null>(null);
  const close = () => setShownDialog(null);
  const {
    address: canChangeAddress,
    pickup: canChangePickupPoint,
    collector: canChangeCollector,
    cancel: canCancel,
  } = order.changes;
  if (!canChangeAddress && !canChangeCollector && !canCancel) return null;
  return (
    <section aria-labelledby="change" className="space-y-3 border-t border-line pt-8 print:hidden">
      <h2 id="change" className="text-xl">
        ¿Quieres cambiar algo?
      </h2>
      <div className="flex flex-wrap gap-3">
        {canChangeAddress && (
          <Button variant="secondary" onClick={() => setShownDialog("address")}>
            Cambiar la dirección
          </Button>
        )}
        {canChangeCollector && (
          <Button variant="secondary" onClick={() => setShownDialog("pickup")}>
            {canChangePickupPoint ? "Cambiar dónde o quién lo recoge" : "Cambiar quién lo recoge"}
          </Button>
        )}
        {canCancel && (
          <Button variant="secondary" onClick={() => setShownDialog("cancel")}>
            Cancelar el pedido
          </Button>
        )}
      </div>
      {shownDialog === "address" && <AddressDialog order={order} onOrder={onOrder} onClose={close} />}
      {shownDialog === "pickup" && <PickupDialog order={order} onOrder={onOrder} onClose={close} />}
      {shownDialog === "cancel" && <CancelDialog order={order} onOrder={onOrder} onClose={close} />}
    </section>
  );
}

function AddressDialog({ order, onOrder, onClose }: Props & { onClose: () => void }) {
  const auth = useOrderAuthorization(order._id);
  const showToast = useToast();
  const { street, neigh, postalCode, city, state } = order.deliveryAddress!;
  const [unsavedDraft, setUnsavedDraft] = useUnsavedData<AddressDraft>(`order address ${order._id}`, {
    street,
    neigh,
    postalCode,
    city,
    state,
  });
  const draft = unsavedDraft ?? { street, neigh, postalCode, city, state };
  const form = useForm(draft, setUnsavedDraft);
  const submit = async (): Promise<void> => {
    if (form.showErrors(validateAddress(draft))) return;
    const outcome = await form.waitFor(call("changeOrderAddress", { ...auth, body: draft }));
    if (!outcome.ok) return form.showProblem(outcome.problem);
    setUnsavedDraft(null);
    onOrder(outcome.data);
    showToast("success", "Tu pedido va a la nueva dirección");
    onClose();
  };
  return (
    <Dialog open wide onClose={onClose} title="¿A dónde lo enviamos?">
      <Form form={form} onSubmit={submit}>
        <AddressFields form={form} />
        <Button type="submit" busy={form.busy} className="max-sm:w-full">
          Guardar la dirección
        </Button>
      </Form>
    </Dialog>
  );
}

function CancelDialog({ order, onOrder, onClose }: Props & { onClose: () => void }) {
  const auth = useOrderAuthorization(order._id);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const cancel = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const outcome = await call("cancelOrder", auth);
    setBusy(false);
    if (!outcome.ok) return setFailure(outcome.problem.detail);
    onOrder(outcome.data);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="¿Cancelas tu pedido?">
      <div className="space-y-5">
        <p>Lo apartado vuelve a la venta. No se te cobra nada, y no se puede deshacer.</p>
        {failure && <Notice tone="error" alert title={failure} />}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" busy={busy} onClick={() => void cancel()}>
            Sí, cancelar
          </Button>
          <Button variant="secondary" onClick={onClose}>
            No, lo conservo
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
