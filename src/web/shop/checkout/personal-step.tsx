import { useRef, useState } from "react";
import { call } from "../../client.ts";
import type { Customer } from "../../../contract/customers.ts";
import { formatPhone, phoneDigits } from "../../../domain/phone.ts";
import { normalUsername } from "../../../domain/username.ts";
import { useSession } from "../../state/session.tsx";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { phoneComplaint } from "../../ui/phone-complaint.ts";
import type { CheckoutDraft } from "./draft.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";

interface Props {
  draft: CheckoutDraft;
  change: (part: Partial<CheckoutDraft>) => void;
  customer: Customer | null;
  allowGuest: boolean;
  /** Characters of the password of an account opened here. */
  passwordMin: number;
  onDone: () => void;
}

/** Step 1: who the order is for: sign in, or go on as a guest, who may become a customer on the way. */
export function PersonalStep({ draft, change, customer, allowGuest, passwordMin, onDone }: Props) {
  const { session, open } = useSession();
  const { form, errors, general, show, showProblem, mark, clear } = useFormErrors();
  const [busy, setBusy] = useState(false);
  // One key for one set of data: a second press, or a retry after a lost answer, makes no second guest.
  const key = useRef({ data: "", id: "" });
  // A password is kept nowhere, not even in the tab's draft.
  const [password, setPassword] = useState("");
  const { personal } = draft;
  const set = (name: keyof typeof personal) => (event: React.ChangeEvent<HTMLInputElement>) => {
    change({ personal: { ...personal, [name]: event.target.value } });
    clear(name);
  };

  const submit = async (): Promise<void> => {
    const phone = phoneDigits(personal.phone);
    const username = personal.username.trim().toLowerCase();
    const wrong = show({
      name: personal.name.trim() ? undefined : "Escribe tu nombre",
      lastName: personal.lastName.trim() ? undefined : "Escribe tus apellidos",
      phone: phone ? undefined : phoneComplaint(personal.phone),
      username: !username || normalUsername(username) ? undefined : "Escribe un correo, o tu celular de 10 dígitos",
      password:
        !username || password.trim().length >= passwordMin ? undefined : `Usa al menos ${passwordMin} caracteres`,
    });
    if (wrong) return;
    const data = JSON.stringify([personal, password]);
    if (customer && session && key.current.data === data) return onDone();
    if (key.current.data !== data) key.current = { data, id: crypto.randomUUID() };
    setBusy(true);
    const outcome = await call("createCustomer", {
      body: {
        name: personal.name,
        lastName: personal.lastName,
        phone: phone!,
        email: personal.email.trim() || null,
        rfc: personal.rfc.trim().toUpperCase() || null,
        ...(username ? { username, password: password.trim() } : {}),
      },
      idempotencyKey: key.current.id,
    });
    setBusy(false);
    if (!outcome.ok) {
      if (outcome.problem.code !== "USERNAME_TAKEN") return showProblem(outcome.problem);
      show({ username: "Ya existe un usuario con este correo/celular, elige uno diferente" });
      return;
    }
    open(outcome.data);
    change({ customer: outcome.data.customer, addressId: null });
    onDone();
  };

  const door = (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-card p-4">
      <p className="flex-1 basis-52">¿Ya tienes cuenta? Tus direcciones te esperan ahí.</p>
      <ButtonLink look="secondary" to={paths.login(paths.checkout)}>
        Ingresar
      </ButtonLink>
    </div>
  );
  if (!allowGuest) {
    return (
      <div className="max-w-xl space-y-5">
        <h2 tabIndex={-1} className="text-lg font-bold">
          Ingresa para continuar
        </h2>
        <p>Para comprar aquí necesitas una cuenta. Tu carrito sigue apartado.</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.login(paths.checkout)}>Ingresar</ButtonLink>
          <ButtonLink look="secondary" to={paths.signup(paths.checkout)}>
            Regístrate
          </ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <form
      ref={form}
      noValidate
      className="max-w-xl space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2 tabIndex={-1} className="text-lg font-bold">
        Continuar como invitado
      </h2>
      {door}
      {general && <Notice mood="bad" alert title={general} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Nombre(s)"
          name="name"
          autoComplete="given-name"
          value={personal.name}
          onChange={set("name")}
          error={errors.name}
          maxLength={120}
        />
        <TextField
          label="Apellidos"
          name="lastName"
          autoComplete="family-name"
          value={personal.lastName}
          onChange={set("lastName")}
          error={errors.lastName}
          maxLength={120}
        />
      </div>
      <TextField
        label="Teléfono celular"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="10 dígitos"
        hint="Para avisarte de tu envío, y para encontrar tu pedido si necesitas factura."
        value={personal.phone}
        onChange={set("phone")}
        onBlur={() => {
          const digits = phoneDigits(personal.phone);
          if (digits) change({ personal: { ...personal, phone: formatPhone(digits) } });
          else if (personal.phone.trim()) mark("phone", phoneComplaint(personal.phone));
        }}
        error={errors.phone}
      />
      <TextField
        label="Correo electrónico"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        optional
        hint="Te mandamos la confirmación y el enlace a tu pedido."
        value={personal.email}
        onChange={set("email")}
        error={errors.email}
      />
      <TextField
        label="RFC"
        name="rfc"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={13}
        hint="Solo si vas a pedir factura."
        value={personal.rfc}
        onChange={set("rfc")}
        error={errors.rfc}
        className="uppercase"
      />
      <fieldset className="space-y-5 rounded-lg border border-line p-4">
        <legend className="px-1 text-sm font-semibold">
          Guarda tus datos para la próxima <span className="font-normal text-soft">(opcional)</span>
        </legend>
        <TextField
          label="Usuario de tu cuenta"
          name="username"
          optional
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          hint="Tu correo o tu celular de 10 dígitos. Si lo dejas vacío compras como invitado."
          value={personal.username}
          onChange={set("username")}
          error={errors.username}
        />
        {personal.username.trim() !== "" && (
          <PasswordField
            label="Contraseña"
            name="password"
            autoComplete="new-password"
            hint={`Al menos ${passwordMin} caracteres.`}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              clear("password");
            }}
            error={errors.password}
          />
        )}
      </fieldset>
      <Button type="submit" busy={busy}>
        Continuar
      </Button>
    </form>
  );
}
