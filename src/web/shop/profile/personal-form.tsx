import { call } from "../../client.ts";
import type { Customer } from "../../../contract/customers.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useForm } from "../../ui/use-form.ts";
import { UsernameField } from "../../ui/username-field.tsx";
import { NameFields, personErrors, PhoneField, RfcField, usernameError } from "../person-fields.tsx";
import { useEndedSession } from "../login/use-ended-session.ts";
import { useUnsavedData } from "../use-unsaved-data.ts";

/** The personal data. The fields are read-only until 'Editar' is pressed. 'Cancelar' restores the saved data. */
export function PersonalForm({ customer }: { customer: Customer }) {
  const { session, updateCustomer } = useSession();
  const showToast = useToast();
  const handleEndedSession = useEndedSession(paths.profile);
  const [unsavedDraft, setUnsavedDraft] = useUnsavedData(`person ${customer._id}`, personalDataOf(customer));
  const form = useForm(unsavedDraft ?? personalDataOf(customer), setUnsavedDraft);
  const submit = async (): Promise<void> => {
    if (!unsavedDraft) return;
    if (form.showErrors({ ...personErrors(unsavedDraft), username: usernameError(unsavedDraft.username) })) return;
    const body = { ...unsavedDraft, rfc: unsavedDraft.rfc.trim() || null };
    const outcome = await form.waitFor(
      call("changeCustomer", { params: { id: customer._id }, body, token: session?.token }),
    );
    if (outcome.ok) {
      updateCustomer(outcome.data.customer);
      setUnsavedDraft(null);
      showToast("success", "Información actualizada");
    } else if (!handleEndedSession(outcome.problem)) form.showProblem(outcome.problem, { USERNAME_TAKEN: "username" });
  };
  return (
    <Form form={form} aria-labelledby="person" onSubmit={submit}>
      <div className="grid gap-5 sm:grid-cols-2">
        <NameFields form={form} readOnly={!unsavedDraft} />
        <PhoneField form={form} readOnly={!unsavedDraft} />
        <RfcField form={form} readOnly={!unsavedDraft} />
      </div>
      <UsernameField
        {...form.field("username")}
        label="Correo electrónico o Teléfono celular (10 dígitos)"
        hint="Con él inicias sesión."
        readOnly={!unsavedDraft}
      />
      <div className="flex flex-wrap gap-3">
        {unsavedDraft ? (
          <>
            <Button key="save" type="submit" busy={form.busy}>
              Guardar cambios
            </Button>
            <Button
              variant="secondary"
              onClick={() => {
                setUnsavedDraft(null);
                form.showErrors({});
              }}
            >
              Cancelar
            </Button>
          </>
        ) : (
          // The key makes it a separate element. A pressed button that became the submit button would submit the form.
          <Button key="edit" variant="secondary" onClick={() => setUnsavedDraft(personalDataOf(customer))}>
            Editar
          </Button>
        )}
      </div>
    </Form>
  );
}

function personalDataOf(customer: Customer) {
  return {
    name: customer.name,
    lastName: customer.lastName,
    phone: formatPhone(customer.phone),
    username: customer.username ?? "",
    rfc: customer.rfc?.rfc ?? "",
  };
}
