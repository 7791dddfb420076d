import { useState } from "react";
import { call } from "../../client.ts";
import type { Customer } from "../../../contract/customers.ts";
import { formatPhone, phoneDigits } from "../../../domain/phone.ts";
import { normalUsername } from "../../../domain/username.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { phoneComplaint } from "../../ui/phone-complaint.ts";
import { useToast } from "../../ui/toasts.tsx";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { useEndedSession } from "./use-ended-session.ts";

/** Read first; 'Editar' opens the fields, 'Cancelar' puts back what was. */
export function PersonalForm({ customer }: { customer: Customer }) {
  const { session, update } = useSession();
  const say = useToast();
  const hasEnded = useEndedSession();
  const { form, errors, general, show, showProblem, clear } = useFormErrors();
  const [data, setData] = useState<ReturnType<typeof dataOf> | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = data ?? dataOf(customer);
  const field = (name: keyof typeof shown) => ({
    name,
    value: shown[name],
    error: errors[name],
    readOnly: !data,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setData({ ...shown, [name]: event.target.value });
      clear(name);
    },
    className: data ? undefined : "border-transparent bg-sand",
  });
  const submit = async (): Promise<void> => {
    if (!data) return;
    const phone = phoneDigits(data.phone);
    const wrong = show({
      name: data.name.trim() ? undefined : "Escribe tu nombre",
      lastName: data.lastName.trim() ? undefined : "Escribe tus apellidos",
      phone: phone ? undefined : phoneComplaint(data.phone),
      username: normalUsername(data.username) ? undefined : "Escribe un correo, o tu celular de 10 dígitos",
    });
    if (wrong) return;
    setBusy(true);
    const outcome = await call("changeCustomer", {
      params: { id: customer._id },
      body: {
        name: data.name,
        lastName: data.lastName,
        phone: phone!,
        username: data.username.trim().toLowerCase(),
        rfc: data.rfc.trim() || null,
      },
      token: session?.token,
    });
    setBusy(false);
    if (outcome.ok) {
      update(outcome.data.customer);
      setData(null);
      say("good", "Información actualizada");
      return;
    }
    if (hasEnded(outcome.problem)) return;
    if (outcome.problem.code !== "USERNAME_TAKEN") return showProblem(outcome.problem);
    show({ username: "Ya existe un usuario con este correo/celular, elige uno diferente" });
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Información personal"
      className="max-w-xl space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      {general && <Notice mood="bad" alert title={general} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field("name")} label="Nombre(s)" autoComplete="given-name" maxLength={120} />
        <TextField {...field("lastName")} label="Apellidos" autoComplete="family-name" maxLength={120} />
        <TextField
          {...field("phone")}
          label="Teléfono celular"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={30}
        />
        <TextField
          {...field("rfc")}
          label="RFC"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={13}
        />
      </div>
      <TextField
        {...field("username")}
        label="Correo electrónico o Teléfono celular (10 dígitos)"
        hint="Con él inicias sesión."
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <div className="flex flex-wrap gap-3">
        {data ? (
          <>
            <Button key="save" type="submit" busy={busy}>
              Guardar cambios
            </Button>
            <Button
              look="secondary"
              onClick={() => {
                setData(null);
                show({});
              }}
            >
              Cancelar
            </Button>
          </>
        ) : (
          // Its own element: one that turned into the submit button under the press would submit at once.
          <Button key="edit" look="secondary" onClick={() => setData(dataOf(customer))}>
            Editar
          </Button>
        )}
      </div>
    </form>
  );
}

function dataOf(customer: Customer) {
  return {
    name: customer.name,
    lastName: customer.lastName,
    phone: formatPhone(customer.phone),
    username: customer.username ?? "",
    rfc: customer.rfc?.rfc ?? "",
  };
}
