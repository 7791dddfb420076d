import { Form } from "react-router";
import type { HostState } from "../../../../server/shops/check-host.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import type { Route } from "./+types/route";

const HOST_STATE_LABEL: Record<HostState, { tone: "success" | "warning" | "error"; label: string }> = {
  answers: { tone: "success", label: "lleva a esta tienda" },
  this_machine: { tone: "warning", label: "solo se ve en este equipo: nadie llega por él desde fuera" },
  no_dns: {
    tone: "error",
    label: "no existe en el DNS: en tu proveedor de dominios, apúntalo a donde corre la tienda",
  },
  silent: {
    tone: "error",
    label:
      "existe, pero ahí no responde la tienda: revisa que tu proxy tenga certificado para ese nombre y pase el encabezado Host",
  },
  elsewhere: { tone: "error", label: "lleva a otra tienda: tu proxy no pasa el encabezado Host, o es otro sitio" },
};

/** The hosts of a shop, with buttons to check or remove each one, and a form to add one. */
export function Hosts({
  loaded: { shop, isLive },
  actionData,
}: {
  loaded: Route.ComponentProps["loaderData"];
  actionData: Route.ComponentProps["actionData"];
}) {
  const check = actionData?.state && { host: actionData.checkedHost, state: actionData.state };
  return (
    <Section title="Direcciones">
      <p className="text-sm text-soft">
        Los nombres a los que responde. Sus correos llevan al primero que se ve desde fuera.
      </p>
      {check && (
        <Notice
          tone={HOST_STATE_LABEL[check.state].tone}
          icon={check.state === "answers" ? "check" : "info"}
          alert
          title={`${check.host} ${HOST_STATE_LABEL[check.state].label}.`}
        />
      )}
      <ul className="divide-y divide-line">
        {shop.hosts.map((host, index) => (
          <li key={host} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="min-w-0 wrap-anywhere">
              {host} {index === 0 && <Badge>Principal</Badge>}
            </span>
            <Form method="post" className="flex gap-2">
              <Button type="submit" variant="secondary" name="check" value={host} aria-label={`Comprobar ${host}`}>
                Comprobar
              </Button>
              <Button type="submit" variant="quiet" name="remove" value={host} aria-label={`Quitar ${host}`}>
                Quitar
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <PostForm
        key={shop.hosts.join()}
        submitLabel="Agregar dirección"
        variant="secondary"
        failure={actionData?.failure}
        className="max-w-md"
      >
        <TextField name="host" label="Otro host" hint="P. ej. sur.mitienda.mx" defaultValue={actionData?.host} />
        <CheckField name="first" value="1" label="Es la principal" />
      </PostForm>
      <p className="text-sm text-soft">
        Fuera de la tienda hacen falta tres cosas: que el DNS del nombre apunte a donde corre, que tu proxy tenga
        certificado para él, y que pase el encabezado Host tal cual.
        {!isLive && " Esta tienda es una demostración: sin PUBLIC_URL solo se ve en este equipo."}
      </p>
    </Section>
  );
}
