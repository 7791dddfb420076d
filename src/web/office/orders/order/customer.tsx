import { formatPhone } from "../../../../domain/phone.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { ActionForm, type ActionData, type OrderView } from "./action-form.tsx";
import { whatsAppLink } from "./whats-app.ts";

const LINK_CLASS = "font-semibold underline underline-offset-4";

/** The customer of the order, and how to reach them. */
export function Customer({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  const { name, phone, email, username } = order.customer;
  const assistedSession = actionData?.intent === "assist" ? actionData.assistedSession : undefined;
  const greeting = `Hola, ${name.split(" ")[0]}. Te escribimos de ${order.shopName} por tu pedido #${order.reference}.`;
  return (
    <Section title="Cliente">
      <Facts
        facts={{
          Nombre: name,
          Teléfono: (
            <>
              <a href={`tel:+52${phone}`} className={LINK_CLASS}>
                {formatPhone(phone)}
              </a>{" "}
              ·{" "}
              <a href={whatsAppLink(phone, greeting)} target="_blank" rel="noreferrer" className={LINK_CLASS}>
                WhatsApp
              </a>
            </>
          ),
          Correo: email ? (
            <a href={`mailto:${email}`} className={LINK_CLASS}>
              {email}
            </a>
          ) : (
            "No dejó"
          ),
          Cuenta: username ?? "Compró como invitado",
        }}
      />
      {assistedSession ? (
        <Notice tone="success" icon="check" alert title="Sesión asistida lista">
          <p>Sirve una vez, durante 10 minutos, y lo que hagas queda a tu nombre.</p>
          <a
            href={assistedSession.url}
            target="_blank"
            rel="noreferrer"
            className={`${LINK_CLASS} inline-flex min-h-11 items-center`}
          >
            Abrir la tienda como {assistedSession.username}
          </a>
        </Notice>
      ) : (
        order.actions.includes("assist") && (
          <ActionForm order={order} intent="assist" submitLabel="Entrar como este cliente" variant="secondary" />
        )
      )}
    </Section>
  );
}
