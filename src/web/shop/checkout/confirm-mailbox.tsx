import { useState } from "react";
import { isEmail } from "../../../domain/username.ts";
import { call } from "../../client.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useForm } from "../../ui/use-form.ts";

interface Props {
  customerId: string;
  /** The email address known so far, as the initial value. */
  email: string;
  onClose: () => void;
  onConfirmed: () => void;
}

/**
 * Confirms a mailbox with a code sent by email: a guest with a confirmed mailbox may order as much as a customer with
 * an account.
 */
export default function ConfirmMailbox({ customerId, email, onClose, onConfirmed }: Props) {
  const { session } = useSession();
  const [data, setData] = useState({ email, code: "" });
  const [codeRecipient, setCodeRecipient] = useState<string | null>(null);
  const form = useForm(data, setData);
  const token = session?.token;

  const sendCode = async (): Promise<void> => {
    const typedEmail = data.email.trim();
    if (form.showErrors({ email: isEmail(typedEmail) ? undefined : "Escribe tu correo, p. ej. ana@ejemplo.mx" }))
      return;
    const options = { params: { id: customerId }, body: { email: typedEmail }, token };
    const outcome = await form.waitFor(call("sendMailboxCode", options));
    if (!outcome.ok) return form.showProblem(outcome.problem);
    form.change({ code: "" });
    setCodeRecipient(typedEmail);
  };
  const confirmCode = async (): Promise<void> => {
    const code = data.code.replaceAll(/\s/g, "");
    if (form.showErrors({ code: /^\d{6}$/.test(code) ? undefined : "Escribe los 6 números del correo" })) return;
    const outcome = await form.waitFor(call("confirmMailbox", { params: { id: customerId }, body: { code }, token }));
    if (!outcome.ok) return form.showProblem(outcome.problem);
    onConfirmed();
  };

  return (
    <Dialog open onClose={onClose} title="Confirma tu correo">
      {codeRecipient === null ? (
        <Form key="email" form={form} onSubmit={sendCode}>
          <p>
            Te mandamos un código de 6 números. Con tu correo confirmado puedes terminar este pedido sin abrir una
            cuenta.
          </p>
          <TextField
            {...form.field("email")}
            label="Correo electrónico"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
          />
          <Button type="submit" wide busy={form.busy}>
            Mandarme el código
          </Button>
        </Form>
      ) : (
        <Form key="code" form={form} onSubmit={confirmCode}>
          <p role="status">
            Escribimos a <strong className="break-all">{codeRecipient}</strong>. Si no te llega, mira en la carpeta de
            no deseados.
          </p>
          <TextField
            {...form.field("code")}
            label="Código de 6 números"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            className="max-w-40 tabular"
          />
          <div className="flex flex-col gap-2 sm:flex-row-reverse">
            <Button type="submit" busy={form.busy} className="flex-1">
              Confirmar mi correo
            </Button>
            <Button variant="secondary" onClick={() => setCodeRecipient(null)} className="flex-1">
              Usar otro correo o pedir otro código
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
