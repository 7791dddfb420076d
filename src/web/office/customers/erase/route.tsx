import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { eraseCustomer } from "../../../../server/customers/office/erase-customer.ts";
import { findOrdersAndSumsOf } from "../../../../server/customers/office/customer-data.ts";
import { appContext } from "../../../context.ts";
import { CheckField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { requireCustomerAccess } from "../customer/require-customer-access.server.ts";
import { actorOf, readForm } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

const permission = "customers.erase" as const;

export async function loader({ context, request, params: { customerId: id } }: Route.LoaderArgs) {
  const { customer } = await requireCustomerAccess(context, request, { id, permission });
  const { sums } = await findOrdersAndSumsOf(context.get(appContext).genericPlanDb, id, "all", 0);
  return {
    id,
    name: `${customer.name} ${customer.lastName}`,
    addressCount: customer.addresses.length,
    orderCount: sums.count,
  };
}

export async function action({ context, request, params: { customerId: id } }: Route.ActionArgs) {
  const { staff } = await requireCustomerAccess(context, request, { id, permission });
  if ((await readForm(request)).text("sure") !== "yes")
    return { failure: "Marca que entiendes que no se puede deshacer." };
  const outcome = await eraseCustomer(context.get(appContext), id, actorOf(context, staff));
  return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : redirect(officePaths.customer(id));
}

export function meta() {
  return [{ title: "Borrar datos · Panel" }];
}

export default function EraseCustomer({
  loaderData: { id, name, addressCount, orderCount },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title={`Borrar los datos de ${name}`} back={{ to: officePaths.customer(id), label: name }} />
      <Notice tone="warning" title="No se puede deshacer">
        Hazlo solo si la persona lo pidió y confirmaste quién es.
      </Notice>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Section title="Se borra">
          <ul className="list-disc space-y-1 pl-5 text-sm">
            <li>Su cuenta: nombre, teléfono, correo, RFC y contraseña. Ya no podrá entrar.</li>
            <li>Sus sesiones abiertas y los enlaces de sus correos.</li>
            <li>{addressCount === 1 ? "Su dirección." : `Sus direcciones (${addressCount}).`}</li>
            <li>Su nombre, teléfono, correo y dirección en sus pedidos ({orderCount}) y boletos.</li>
            <li>La firma y las fotos de sus reseñas, sus lugares en listas de espera y las notas del equipo.</li>
          </ul>
        </Section>
        <Section title="Se queda">
          <ul className="list-disc space-y-1 pl-5 text-sm">
            <li>Qué se vendió, en cuánto y cuándo: la contabilidad se guarda cinco años (CFF, artículo 30).</li>
            <li>Sus facturas, como las tiene el SAT, con su RFC y su nombre.</li>
            <li>Los comprobantes de transferencia que subió, y lo que el proveedor de pagos sabe del pago.</li>
            <li>La bitácora de quién hizo qué, sin sus datos.</li>
          </ul>
        </Section>
      </div>
      <PostForm failure={actionData?.failure} submitLabel="Borrar sus datos" variant="danger">
        <CheckField name="sure" value="yes" required label="Entiendo que no se puede deshacer" />
      </PostForm>
    </>
  );
}
