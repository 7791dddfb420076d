import { data, redirect } from "react-router";
import { readTags } from "../../../../domain/customer-tag.ts";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { formatPhone } from "../../../../domain/phone.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import { correctCustomer, type Correction } from "../../../../server/customers/office/correct-customer.ts";
import { endCustomerSessions } from "../../../../server/customers/office/end-sessions.ts";
import { addCustomerNote } from "../../../../server/customers/office/add-customer-note.ts";
import { listTagsOf, changeCustomerTags } from "../../../../server/customers/office/change-customer-tags.ts";
import type { App } from "../../../../server/app.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import { createSuToken } from "../../../../server/staff/su-tokens.ts";
import { appContext, shopContext } from "../../../context.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, type FormFields } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { AssistedActions, OrdersSection, OtherRecords, Sessions } from "./lists.tsx";
import { CorrectionForm, Notes } from "./forms.tsx";
import { AssistForm } from "./assist.tsx";
import { requireCustomerAccess } from "./require-customer-access.server.ts";
import { loadCustomerPage } from "./load-customer-page.server.ts";
import { TagsForm } from "./tags-form.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { staff, customer, shops } = await requireCustomerAccess(context, request, { id: params.customerId });
  return loadCustomerPage(context.get(appContext), staff, customer, shops);
}

interface ActionData {
  intent: string;
  failure?: string;
  typedCorrection?: Correction;
  note?: string;
  typedTags?: string;
  /** The single-use token that opens an assisted session. It is shown only once. */
  issuedToken?: { username: string; token: string; expiresAt: Date };
}

/**
 * The intents of the page's forms. `note` needs access to one shop of the customer. `tags`, `correct`, `sign-out` and
 * `assist` need the permission `customers.assist` in all shops.
 */
export async function action({
  context,
  request,
  params: { customerId: id },
}: Route.ActionArgs): Promise<ActionData | Response> {
  const permission = "customers.assist" as const;
  const access = await requireCustomerAccess(context, request, { id });
  const form = await readForm(request);
  const intent = form.text("intent");
  if (!["note", "tags", "correct", "sign-out", "assist"].includes(intent)) throw data(null, { status: 400 });
  const { staff, customer } =
    intent === "note" ? access : await requireCustomerAccess(context, request, { id, permission });
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  if (intent === "assist") {
    const issuedToken = customer.username
      ? await createSuToken(app, customer.username, by)
      : refuse("customer_not_found");
    if (isRefusal(issuedToken))
      return { intent, failure: "Es una compra sin cuenta: no hay con qué entrar en su nombre." };
    return {
      intent,
      issuedToken: { username: customer.username!, token: issuedToken.token, expiresAt: issuedToken.expiresAt },
    };
  }
  if (intent === "tags") {
    const typedTags = form.text("tags", 1_000);
    const outcome = await replaceTags(app, id, typedTags, by);
    return isRefusal(outcome)
      ? { intent, failure: sentenceOf(outcome), typedTags }
      : redirect(officePaths.customer(id));
  }
  const typedCorrection = readCorrection(form);
  const note = form.multilineText("note", 2_001);
  const outcome =
    intent === "note"
      ? await addCustomerNote(app, id, note, by)
      : intent === "correct"
        ? await correctCustomer(app, context.get(shopContext), id, typedCorrection, by)
        : await endCustomerSessions(app, id, by);
  if (isRefusal(outcome))
    return {
      intent,
      failure: sentenceOf(outcome as Refusal<OfficeRefusalName>),
      typedCorrection,
      note,
    };
  return redirect(officePaths.customer(id));
}

/** Replaces all tags of the customer with the typed ones. */
async function replaceTags(app: App, id: string, typedTags: string, by: Actor) {
  const tags = readTags(typedTags);
  if (isRefusal(tags)) return tags;
  const currentTags = await listTagsOf(app.db, id);
  return changeCustomerTags(app.db, id, { add: tags, remove: currentTags.filter((tag) => !tags.includes(tag)) }, by);
}

function readCorrection(form: FormFields): Correction {
  return {
    name: form.text("name", 100),
    lastName: form.text("lastName", 100),
    phone: form.text("phone", 30),
    username: form.text("username"),
    email: form.text("email"),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData ? `${loaderData.customer.name} ${loaderData.customer.lastName}` : "Cliente"} · Panel` },
  ];
}

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    customer,
    erasedAt,
    createdAt,
    sums,
    notes,
    tags,
    changes,
    seen,
    mayAssist,
    mayErase,
    mayPlaceOrder,
    seesAllShops,
  } = loaderData;
  const { id, kind, username, email, phone, addresses } = customer;
  const failureOf = (intent: string) => (actionData?.intent === intent ? actionData.failure : undefined);
  return (
    <>
      <PageHead
        title={`${customer.name} ${customer.lastName}`}
        back={{ to: officePaths.customers, label: "Clientes" }}
        lead={<Badge>{erasedAt ? "Borrado" : kind === "registered" ? "Con cuenta" : "Sin cuenta"}</Badge>}
      >
        {mayPlaceOrder && !erasedAt && <ButtonLink to={officePaths.newOrderFor(id)}>Pedido nuevo</ButtonLink>}
      </PageHead>
      <ChangeNotice kind="customer" id={id} seen={seen} />
      {erasedAt && (
        <Notice tone="info" title={`Sus datos se borraron el ${formatDateTime(erasedAt)}, porque lo pidió.`}>
          Quedan las cifras de sus pedidos y sus facturas, que la tienda debe conservar.
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="Datos">
          <Facts
            facts={{
              Teléfono: formatPhone(phone),
              "Entra con": username,
              Correo: email,
              RFC: customer.rfc,
              Desde: formatDateTime(createdAt),
              Direcciones: addresses.length > 0 && (
                <ul className="space-y-1">
                  {addresses.map((address) => (
                    <li key={address.id}>
                      {address.street}, {address.neighborhood}, {address.postalCode} {address.city}, {address.state}
                    </li>
                  ))}
                </ul>
              ),
            }}
          />
          {mayAssist && !erasedAt && (
            <CorrectionForm
              customer={customer}
              typedFields={actionData?.intent === "correct" ? actionData.typedCorrection : undefined}
              failure={failureOf("correct")}
            />
          )}
        </Section>
        <Section title="Lo que ha comprado">
          <Facts
            facts={{
              Pedidos: sums.count,
              Comprado: formatMoney(sums.boughtCents),
              Devuelto: formatMoney(sums.refundedCents),
              "Último pedido": sums.lastOrderAt && formatDateTime(sums.lastOrderAt),
            }}
          />
          {mayAssist && kind === "registered" && (
            <AssistForm issuedToken={actionData?.issuedToken} failure={failureOf("assist")} />
          )}
        </Section>
      </div>
      <OrdersSection page={loaderData} />
      <Section title="Etiquetas">
        <TagsForm
          tags={tags}
          mayChange={mayAssist && erasedAt === null}
          typedTags={actionData?.typedTags}
          failure={failureOf("tags")}
        />
      </Section>
      <Section title="Notas del equipo">
        <Notes notes={notes} isErased={erasedAt !== null} typedNote={actionData?.note} failure={failureOf("note")} />
      </Section>
      <OtherRecords page={loaderData} />
      {seesAllShops && <Sessions sessions={loaderData.sessions} mayEnd={mayAssist} />}
      {seesAllShops && <AssistedActions actions={loaderData.assistedActions} />}
      {mayErase && <DataRights customerId={id} isErased={erasedAt !== null} />}
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

function DataRights({ customerId: id, isErased }: { customerId: string; isErased: boolean }) {
  return (
    <Section title="Derechos sobre sus datos (ARCO)">
      <p className="text-sm text-soft">
        Si pide saber qué tienes de ella o de él, o que lo borres, confirma antes que es quien dice ser.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={officePaths.customerData(id)} reloadDocument variant="secondary">
          Descargar todo lo que guardamos
        </ButtonLink>
        {!isErased && (
          <ButtonLink to={officePaths.eraseCustomer(id)} variant="secondary">
            Borrar sus datos…
          </ButtonLink>
        )}
      </div>
    </Section>
  );
}
