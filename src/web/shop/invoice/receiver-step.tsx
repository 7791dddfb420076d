import { useEffect, type Ref } from "react";
import type { Problem } from "../../../contract/problem.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { checkReceiver } from "../../../domain/invoice-receiver.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { isEmail } from "../../../domain/username.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useForm } from "../../ui/use-form.ts";
import { ContactStaff } from "./contact-staff.tsx";
import { ConstanciaReader } from "./constancia/constancia-reader.tsx";
import type { ReceiverDraft } from "./draft.ts";
import { ExtraFields } from "./extra-fields.tsx";
import { FiscalFields } from "./fiscal-fields.tsx";
import { updateDependentFields } from "./update-dependent-fields.ts";
import { DeadlinePassedNotice } from "./deadline-passed-notice.tsx";
import type { FoundOrder } from "./use-invoice-steps.ts";

interface ReceiverStepProps {
  headingRef: Ref<HTMLHeadingElement>;
  shop: PublicShop;
  order: FoundOrder;
  receiver: ReceiverDraft;
  onChange: (receiver: ReceiverDraft) => void;
  problem: Problem | null;
  onDone: () => void;
  onChangeOrder: () => void;
}

/** The second step: the receiver of the invoice. After the deadline the form is only shown for an existing invoice. */
export default function ReceiverStep(props: ReceiverStepProps) {
  const { headingRef, shop, order, onChangeOrder } = props;
  return order.isOver && !order.invoice ? (
    <DeadlinePassedNotice headingRef={headingRef} shop={shop} order={order} onChangeOrder={onChangeOrder} />
  ) : (
    <ReceiverForm {...props} />
  );
}

/** The form of the receiver. It also shows the errors of a refused request at their fields. */
function ReceiverForm({
  headingRef,
  shop,
  order,
  receiver,
  onChange,
  problem,
  onDone,
  onChangeOrder,
}: ReceiverStepProps) {
  const form = useForm(receiver, (next) => onChange(updateDependentFields(next, order.postalCode)));
  const { showProblem } = form;
  useEffect(() => {
    if (problem) showProblem(toFormProblem(problem));
  }, [problem, showProblem]);
  const submit = async (): Promise<void> => {
    const { email } = receiver;
    const receiverCheck = checkReceiver(
      { ...receiver, taxRegime: receiver.fiscalReg, cfdiUse: receiver.usoCFDI },
      order.postalCode,
    );
    const errors = receiverCheck.receiver ? [] : receiverCheck.receiverErrors;
    const hasErrors = form.showErrors({
      ...Object.fromEntries(errors.map(({ field, sentence }) => [FORM_FIELD[field], sentence])),
      email: email.trim() === "" || isEmail(email.trim()) ? undefined : "Revisa el correo: le falta algo",
    });
    if (hasErrors || !receiverCheck.receiver) return;
    const { country = "", taxId = "" } = receiverCheck.receiver;
    onChange({ ...receiver, ...receiverCheck.receiver, country, taxId, email: email.trim() });
    onDone();
  };
  return (
    <section aria-labelledby="datos" className="space-y-6">
      <OrderCard order={order} onChangeOrder={onChangeOrder} />
      <ExistingInvoiceNotice order={order} shop={shop} />
      <div className="space-y-3">
        <h2 ref={headingRef} id="datos" tabIndex={-1} className="text-xl">
          Tus datos fiscales
        </h2>
        <p className="text-soft">
          Tu RFC, nombre, régimen fiscal y código postal deben ser iguales a los de tu Constancia de Situación Fiscal:
          el SAT los compara letra por letra.
        </p>
      </div>
      <ConstanciaReader onRead={form.change} />
      <Form form={form} failureTitle="No pudimos hacer tu factura" onSubmit={submit}>
        <FiscalFields form={form} shopPostalCode={order.postalCode} />
        <TextField
          name="paymentMethod"
          label="Forma de pago"
          readOnly
          value={`${order.paymentMethod.code} ${order.paymentMethod.name}`}
          hint="La que usaste al pagar: así la pide el SAT."
        />
        <TextField
          {...form.field("email")}
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
          optional
          hint="Ahí te mandamos el XML y el PDF. Sin correo los descargas aquí."
        />
        <ExtraFields form={form} />
        <Button type="submit" className="max-sm:w-full">
          Continuar
        </Button>
      </Form>
    </section>
  );
}

/** The name of each receiver field in the form. */
const FORM_FIELD = {
  rfc: "rfc",
  name: "name",
  postalCode: "postalCode",
  taxRegime: "fiscalReg",
  cfdiUse: "usoCFDI",
  country: "country",
  taxId: "taxId",
} as const;

/** The problem for the form: with the form's field names ("rfc", not "receiver.rfc") and its most precise text. */
function toFormProblem(problem: Problem): Problem {
  const errors = problem.errors?.map(({ path, message }) => ({ path: path.replace(/^receiver\./, ""), message }));
  return { ...problem, errors, detail: problem.detailMessage ?? problem.message ?? problem.detail };
}

function OrderCard({ order, onChangeOrder }: { order: FoundOrder; onChangeOrder: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-y border-line py-4">
      <div>
        <p className="font-semibold">
          Pedido #{order.reference} · <span className="tabular">{formatMoney(toCents(order.total))}</span>
        </p>
        {!order.isOver && <p className="text-sm text-soft">Puedes facturarlo hasta el {formatDay(order.lastDay)}.</p>}
      </div>
      <Button variant="quiet" className="-mx-2" onClick={onChangeOrder}>
        Cambiar de pedido
      </Button>
    </div>
  );
}

/** A notice if the order has an invoice (rule INVOICE-1): the same data return its files, a change needs staff. */
function ExistingInvoiceNotice({ order, shop }: { order: FoundOrder; shop: PublicShop }) {
  if (!order.invoice) return null;
  if (order.invoice.status === "PENDING") {
    return (
      <Notice tone="warning" icon="clock" title="Tu factura se está timbrando">
        Ya la pediste y aún no está. Escribe los mismos datos para ver si ya quedó.
      </Notice>
    );
  }
  return (
    <Notice
      title={
        order.invoice.status === "ISSUED"
          ? "Este pedido ya está facturado"
          : "La factura de este pedido se está cancelando"
      }
    >
      <p>Escribe los mismos datos con los que la pediste y te la damos otra vez.</p>
      <p>
        Si un dato está mal, <ContactStaff shop={shop} />: la cancela y te hace otra.
      </p>
    </Notice>
  );
}
