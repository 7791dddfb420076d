import { useRef, useState } from "react";
import { Link, useNavigate, useRouteLoaderData } from "react-router";
import { formatPhone, phoneDigits } from "../../../domain/phone.ts";
import { normalUsername } from "../../../domain/username.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { phoneComplaint } from "../../ui/phone-complaint.ts";
import { useToast } from "../../ui/toasts.tsx";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { Door } from "../login/door.tsx";
import { useWayBack } from "../login/use-way-back.ts";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Registro" });
}

const EMPTY = { name: "", lastName: "", phone: "", username: "", password: "", rfc: "" };

export default function Signup() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const back = useWayBack();
  const { session, open } = useSession();
  const navigate = useNavigate();
  const say = useToast();
  const { form, errors, general, show, showProblem, mark, clear } = useFormErrors();
  const [data, setData] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  // One key for one set of data: a second press makes no second account.
  const key = useRef({ data: "", id: "" });
  const min = shop.settings.accounts.passwordMin;
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: data[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setData({ ...data, [name]: event.target.value });
      clear(name);
    },
  });
  const submit = async (): Promise<void> => {
    const phone = phoneDigits(data.phone);
    const wrong = show({
      name: data.name.trim() ? undefined : "Escribe tu nombre",
      lastName: data.lastName.trim() ? undefined : "Escribe tus apellidos",
      phone: phone ? undefined : phoneComplaint(data.phone),
      username: normalUsername(data.username) ? undefined : "Escribe un correo, o tu celular de 10 dígitos",
      password: data.password.trim().length >= min ? undefined : `Usa al menos ${min} caracteres`,
    });
    if (wrong) return;
    const body = {
      name: data.name,
      lastName: data.lastName,
      phone: phone!,
      username: data.username.trim().toLowerCase(),
      password: data.password.trim(),
      rfc: data.rfc.trim() || null,
    };
    const text = JSON.stringify(body);
    if (key.current.data !== text) key.current = { data: text, id: crypto.randomUUID() };
    setBusy(true);
    // With the guest's own token the orders made as a guest come along (decision 21).
    const outcome = await call("createCustomer", { body, idempotencyKey: key.current.id, token: session?.token });
    setBusy(false);
    if (!outcome.ok) {
      if (outcome.problem.code !== "USERNAME_TAKEN") return showProblem(outcome.problem);
      show({ username: "Ya existe un usuario con este correo/celular, elige uno diferente" });
      return;
    }
    open(outcome.data);
    say("good", `Bienvenido ${outcome.data.customer.name}!`);
    void navigate(back, { replace: true });
  };
  return (
    <Door title="Crea tu cuenta" aside={<Reasons from={shop.settings.orders.wholesaleQty} />}>
      <form
        ref={form}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {general && <Notice mood="bad" alert title={general} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field("name")} label="Nombre(s)" autoComplete="given-name" maxLength={120} />
          <TextField {...field("lastName")} label="Apellidos" autoComplete="family-name" maxLength={120} />
        </div>
        <TextField
          {...field("phone")}
          label="Teléfono celular"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="10 dígitos"
          hint="Para avisarte de tus envíos."
          onBlur={() => {
            const digits = phoneDigits(data.phone);
            if (digits) setData({ ...data, phone: formatPhone(digits) });
            else if (data.phone.trim()) mark("phone", phoneComplaint(data.phone));
          }}
        />
        <TextField
          {...field("username")}
          label="Correo electrónico o Teléfono celular (10 dígitos)"
          hint="Con él inicias sesión. Con un correo puedes recuperar tu contraseña."
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <PasswordField
          {...field("password")}
          label="Contraseña"
          autoComplete="new-password"
          hint={`Al menos ${min} caracteres.`}
        />
        <TextField
          {...field("rfc")}
          label="RFC"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={13}
          hint="Solo si vas a pedir factura."
          className="uppercase"
        />
        <p className="text-sm text-soft">
          Al crear tu cuenta aceptas los{" "}
          <Link to={paths.terms} className="underline underline-offset-4">
            términos
          </Link>{" "}
          y el{" "}
          <Link to={paths.privacy} className="underline underline-offset-4">
            aviso de privacidad
          </Link>
          .
        </p>
        <Button type="submit" wide busy={busy}>
          Crear mi cuenta
        </Button>
        <p className="text-sm">
          ¿Ya tienes cuenta?{" "}
          <Link
            to={paths.login(back === "/" ? undefined : back)}
            className="font-semibold text-accent-strong underline underline-offset-4"
          >
            Inicia sesión
          </Link>
        </p>
      </form>
    </Door>
  );
}

/** The marketing panel (spec §2). */
function Reasons({ from }: { from: number }) {
  const reasons: [IconName, string, string][] = [
    ["truck", "Sigue tus pedidos", "Estado, guía y recibo de cada compra, en un solo lugar."],
    ["clock", "Compra más rápido", "Tus direcciones quedan guardadas: eliges una y listo."],
    ["tag", "Precio de mayoreo", `Desde ${from} piezas en el mismo pedido, surtidas como quieras.`],
    ["check", "Cuenta tu experiencia", "Escribe reseñas de lo que compraste."],
  ];
  return (
    <aside aria-label="Lo que ganas con tu cuenta" className="rounded-lg bg-accent-soft p-6">
      <h2 className="text-lg font-bold">Lo que ganas con tu cuenta</h2>
      <ul className="mt-5 space-y-5">
        {reasons.map(([icon, title, text]) => (
          <li key={title} className="flex gap-3">
            <span className="text-accent-strong">
              <Icon name={icon} className="size-6" />
            </span>
            <span>
              <strong className="block">{title}</strong>
              <span className="text-sm">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
