import { useState } from "react";
import { call } from "../../client.ts";
import type { Address, Customer } from "../../../contract/customers.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { PathIcon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useForm } from "../../ui/use-form.ts";
import { validateAddress, AddressFields, type AddressDraft } from "../address-fields.tsx";
import { useEndedSession } from "../login/use-ended-session.ts";
import { useUnsavedData } from "../use-unsaved-data.ts";

const TRASH = "M5 7h14M10 7V5h4v2m-7 0 1 13h8l1-13";
const PENCIL = "M4 20h4L19 9l-4-4L4 16v4Zm9-13 4 4";

const EMPTY_ADDRESS: AddressDraft = { street: "", neigh: "", postalCode: "", city: "", state: "" };

/** The saved addresses. A deleted address can be restored while the toast about the deletion is shown. */
export function Addresses({ customer }: { customer: Customer }) {
  const { session, updateCustomer } = useSession();
  const showToast = useToast();
  const handleEndedSession = useEndedSession(paths.profile);
  const [editedAddress, setEditedAddress] = useState<Address | typeof EMPTY_ADDRESS | null>(null);
  const deleteOrRestore = async (address: Address, deleted: boolean): Promise<void> => {
    const outcome = await call("changeAddress", {
      params: { id: customer._id, addressId: address._id },
      body: { ...address, deleted },
      token: session?.token,
    });
    if (!outcome.ok) {
      if (!handleEndedSession(outcome.problem))
        showToast("error", "No pudimos cambiar la dirección", outcome.problem.detail);
      return;
    }
    updateCustomer(outcome.data);
    if (deleted)
      showToast("success", "Dirección eliminada", undefined, {
        label: "Deshacer",
        run: () => void deleteOrRestore(address, false),
      });
  };
  return (
    <section aria-label="Direcciones" className="space-y-8">
      {customer.addresses.length === 0 ? (
        <EmptyState title="No hay ninguna dirección registrada">
          <p className="text-soft">Guárdala una vez y elígela con un toque en cada compra.</p>
        </EmptyState>
      ) : (
        <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {customer.addresses.map((address) => (
            <li key={address._id} className="flex gap-3 border-t border-line py-6">
              <address className="min-w-0 flex-1 not-italic">
                <span className="block">{address.street}</span>
                <span className="block text-sm text-soft">
                  {address.neigh}, {address.postalCode}
                </span>
                <span className="block text-sm text-soft">
                  {address.city}, {address.state}, {address.country}
                </span>
              </address>
              <div className="-mr-2.5 -mt-2 flex">
                <button
                  type="button"
                  aria-label={`Editar la dirección ${address.street}`}
                  onClick={() => setEditedAddress(address)}
                  className="grid size-11 place-items-center rounded-box hover:bg-sand"
                >
                  <PathIcon path={PENCIL} />
                </button>
                <button
                  type="button"
                  aria-label={`Eliminar la dirección ${address.street}`}
                  onClick={() => void deleteOrRestore(address, true)}
                  className="grid size-11 place-items-center rounded-box hover:bg-sand"
                >
                  <PathIcon path={TRASH} />
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className={cx(customer.addresses.length === 0 && "text-center")}>
        <Button onClick={() => setEditedAddress(EMPTY_ADDRESS)}>Registrar nueva dirección</Button>
      </p>
      {editedAddress && (
        <AddressDialog customer={customer} address={editedAddress} onClose={() => setEditedAddress(null)} />
      )}
    </section>
  );
}

function AddressDialog({
  customer,
  address,
  onClose,
}: {
  customer: Customer;
  address: Address | AddressDraft;
  onClose: () => void;
}) {
  const { session, updateCustomer } = useSession();
  const showToast = useToast();
  const handleEndedSession = useEndedSession(paths.profile);
  const savedAddress = "_id" in address ? address : null;
  const [unsavedDraft, setUnsavedDraft] = useUnsavedData<AddressDraft>(
    `address ${customer._id} ${savedAddress?._id ?? "new"}`,
    address,
  );
  const draft = unsavedDraft ?? address;
  const form = useForm(draft, setUnsavedDraft);
  const submit = async (): Promise<void> => {
    if (form.showErrors(validateAddress(draft))) return;
    const params = { id: customer._id };
    const token = session?.token;
    const outcome = await form.waitFor(
      savedAddress
        ? call("changeAddress", {
            params: { ...params, addressId: savedAddress._id },
            body: { ...draft, deleted: false },
            token,
          })
        : call("addAddress", { params, body: draft, token }),
    );
    if (!outcome.ok) {
      if (!handleEndedSession(outcome.problem)) form.showProblem(outcome.problem);
      return;
    }
    updateCustomer(outcome.data);
    setUnsavedDraft(null);
    showToast("success", savedAddress ? "Actualización correcta" : "Dirección registrada");
    onClose();
  };
  return (
    <Dialog open wide onClose={onClose} title={savedAddress ? "Editar dirección" : "Nueva dirección"}>
      <Form form={form} onSubmit={submit}>
        <AddressFields form={form} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.busy}>
            Guardar
          </Button>
          <Button
            variant="secondary"
            onClick={() => {
              setUnsavedDraft(null);
              onClose();
            }}
          >
            Cancelar
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
