import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatClabe } from "../../../../domain/clabe.ts";
import { formatDay } from "../../../../domain/format-day.ts";
import { formatMoney } from "../../../../domain/money.ts";
import {
  differenceState,
  RETURN_REASON_LABEL,
  RETURN_STATE_LABEL,
  RETURN_PARCEL_LABEL,
  surchargeOf,
  type DifferenceState,
} from "../../../../domain/return.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { ReturnBadge } from "../return-badge.tsx";
import { AnswerForms, CancelForm } from "./answer-forms.tsx";
import { ReceiveForm, RepairForms } from "./receive-form.tsx";
import type { ReturnActionName, ReturnPageData } from "./route.tsx";
import { RefundAgainForm, SettleForm } from "./settle-form.tsx";

export type FailedAction = { intent: ReturnActionName; failure: string } | undefined;

const DONE_SENTENCES: Record<ReturnActionName, string> = {
  approve: "Aprobada: el cliente recibe cómo enviarla, y la talla nueva quedó apartada si es un cambio.",
  decline: "Rechazada: el cliente recibe tu explicación.",
  cancel: "Cancelada: lo apartado volvió a la venta.",
  receive: "Recibida: cada pieza quedó donde dijiste.",
  endRepair: "La reparación quedó anotada.",
  settle: "Terminada. El cliente recibe un correo.",
  refundAgain: "La devolución del dinero se intenta otra vez.",
  credit: "La nota de crédito quedó hecha.",
};

/** The page of one return, with the actions that its state and the member's permissions allow. */
export function ReturnScreen({ failedAction, ...page }: ReturnPageData & { failedAction: FailedAction }) {
  const { returnRow, actions, doneAction, changes, seen } = page;
  const failureOf = (name: ReturnActionName) => (failedAction?.intent === name ? failedAction.failure : undefined);
  return (
    <>
      <ChangeNotice kind="return" id={returnRow.id} seen={seen} />
      <PageHead
        title={`Devolución ${returnRow.number}`}
        back={{ to: officePaths.returns, label: "Devoluciones" }}
        lead={
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ReturnBadge {...returnRow} />
            <Link to={officePaths.order(returnRow.orderId)} className="underline underline-offset-4">
              Pedido #{returnRow.orderReference}
            </Link>
            <span>{page.shopName}</span>
          </p>
        }
      />
      {doneAction && !failedAction && <Notice tone="success" icon="check" alert title={DONE_SENTENCES[doneAction]} />}
      <MoneyNotices {...page} creditFailure={failureOf("credit")} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-6">
          <ReturnLines {...page} />
          <ReturnFacts {...page} />
        </div>
        <div className="min-w-0 space-y-6 max-xl:order-first">
          {actions.includes("approve") && <AnswerForms {...page} failureOf={failureOf} />}
          {actions.includes("receive") && (
            <ButtonLink variant="secondary" to={officePaths.returnLabel(returnRow.id)}>
              Guía de regreso
            </ButtonLink>
          )}
          {actions.includes("receive") && <ReceiveForm {...page} failure={failureOf("receive")} />}
          {actions.includes("settle") && <SettleForm {...page} failure={failureOf("settle")} />}
          {actions.includes("refundAgain") && <RefundAgainForm {...page} failure={failureOf("refundAgain")} />}
          {actions.includes("endRepair") && <RepairForms {...page} failure={failureOf("endRepair")} />}
          {actions.includes("cancel") && <CancelForm failure={failureOf("cancel")} />}
        </div>
      </div>
      {returnRow.wayBackEvents.length > 0 && (
        <Section title="Camino de regreso">
          <ol className="space-y-1 text-sm">
            {returnRow.wayBackEvents.toReversed().map(({ at, state, actor }) => (
              <li key={`${at} ${state}`}>
                {formatDateTime(new Date(at))} · <b>{RETURN_PARCEL_LABEL[state]}</b> ({actor})
              </li>
            ))}
          </ol>
        </Section>
      )}
      <Section title="Historia">
        <ol className="space-y-1 text-sm">
          {returnRow.history.map(({ at, state, actor, reason }) => (
            <li key={at}>
              {formatDateTime(new Date(at))} · <b>{RETURN_STATE_LABEL[state]}</b>: {reason} ({actor})
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

/** Notices about the price difference, a pending or failed refund, and a missing credit note. */
function MoneyNotices({
  refundState,
  unpaidCents,
  credit,
  seesMoney,
  returnRow,
  creditFailure,
}: ReturnPageData & { creditFailure: string | undefined }) {
  const failedRefund = returnRow.refunds.findLast(({ state }) => state === "FAILED");
  return (
    <>
      {returnRow.difference && (
        <DifferenceNotice
          differenceOrder={returnRow.difference}
          isReturnUnsettled={returnRow.state !== "SETTLED"}
          seesMoney={seesMoney}
        />
      )}
      {seesMoney && refundState === "pending" && (
        <Notice title="El dinero va en camino">
          El proveedor de pagos todavía no confirma la devolución. Se intenta sola hasta que conteste.
        </Notice>
      )}
      {seesMoney && refundState === "failed" && (
        <Notice tone="error" title={`Falta devolver ${formatMoney(unpaidCents)}`}>
          {failedRefund?.failure
            ? `El proveedor la rechazó: ${failedRefund.failure}. `
            : "La transferencia se anuló o el proveedor la rechazó. "}
          Devuélvelo otra vez aquí abajo.
        </Notice>
      )}
      {credit && (
        <Notice tone="warning" title={`Falta la nota de crédito de ${formatMoney(credit.dueCents)}`}>
          {credit.isGlobal ? (
            <>
              <p>El pedido está en una factura global, que se corrige según lo que eligió tu contador.</p>
              <ButtonLink variant="secondary" className="mt-2" to={officePaths.invoice(credit.invoiceId)}>
                Ver la factura global
              </ButtonLink>
            </>
          ) : (
            <>
              <p>El pedido está facturado. La nota (Egreso) dice lo devuelto y las piezas que regresaron.</p>
              <PostForm
                failure={creditFailure}
                submitLabel="Hacer la nota de crédito"
                variant="secondary"
                className="mt-3"
              >
                <input type="hidden" name="intent" value="credit" />
                <input type="hidden" name="due" value={credit.dueCents} />
              </PostForm>
            </>
          )}
        </Notice>
      )}
    </>
  );
}

const DIFFERENCE_TITLE: Record<DifferenceState, string> = {
  PENDING: "Falta que el cliente pague la diferencia",
  PAID: "La diferencia está pagada",
  ENDED: "La diferencia no se pagó: se devuelve el dinero",
};

/** The order that charges the price difference of a dearer exchange (rule RETURN-13). */
function DifferenceNotice({
  differenceOrder,
  isReturnUnsettled,
  seesMoney,
}: {
  differenceOrder: NonNullable<ReturnPageData["returnRow"]["difference"]>;
  isReturnUnsettled: boolean;
  seesMoney: boolean;
}) {
  const state = differenceState(differenceOrder.status);
  return (
    <Notice tone={state === "PENDING" ? "warning" : undefined} title={DIFFERENCE_TITLE[state]}>
      {seesMoney && `${formatMoney(differenceOrder.cents)} · `}
      {state === "PENDING" &&
        isReturnUnsettled &&
        differenceOrder.payBy &&
        `hasta el ${formatDateTime(new Date(differenceOrder.payBy))} · `}
      <Link to={officePaths.order(differenceOrder.orderId)} className="underline underline-offset-4">
        Ver el pedido #{differenceOrder.reference}
      </Link>
    </Notice>
  );
}

function ReturnLines({ returnRow }: ReturnPageData) {
  return (
    <Section title="Qué regresa">
      <ul className="divide-y divide-line">
        {returnRow.lines.map((line) => (
          <li key={line.position} className="space-y-0.5 py-3 first:pt-0 last:pb-0">
            <p className="font-semibold wrap-anywhere">
              {line.pieces} × {line.name}
            </p>
            <p className="text-sm text-soft">{RETURN_REASON_LABEL[line.reason]}</p>
            <p className="text-sm wrap-anywhere">
              {line.newName ? `Quiere el cambio por ${line.newName}` : "Quiere su dinero"}
              {line.unpaidNewName && ` (no pagó la diferencia de ${line.unpaidNewName})`}
              {line.held > 0 &&
                returnRow.state !== "SETTLED" &&
                ` (${line.held} ${line.held === 1 ? "apartada" : "apartadas"})`}
            </p>
            {returnRow.state === "RECEIVED" || returnRow.state === "SETTLED" ? (
              <p className="text-sm">
                {[
                  [line.restocked, "a existencias"],
                  [line.writtenOff, "de baja"],
                  [line.inRepair, "en reparación"],
                  [line.pieces - line.restocked - line.writtenOff - line.inRepair, "sin llegar"],
                ]
                  .filter(([pieces]) => pieces !== 0)
                  .map(([pieces, destinationText]) => `${pieces} ${destinationText}`)
                  .join(", ")}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {returnRow.pictures.length > 0 && (
        <ul aria-label="Fotos del cliente" className="flex flex-wrap gap-2 border-t border-line pt-4">
          {returnRow.pictures.map((id, index) => (
            <li key={id}>
              <a href={officePaths.returnPicture(returnRow.id, id)} target="_blank" rel="noreferrer">
                <img
                  src={officePaths.returnPicture(returnRow.id, id)}
                  alt={`Foto ${index + 1} del cliente`}
                  loading="lazy"
                  className="size-28 bg-bone object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const REFUND_METHOD_LABEL = { provider: "por el proveedor de pagos", transfer: "por transferencia" };

function ReturnFacts({ returnRow, seesMoney }: ReturnPageData) {
  const surchargeCents = surchargeOf(returnRow.lines);
  const moneyFacts = seesMoney && {
    Vale: formatMoney(returnRow.valueCents),
    "Ya se dio": returnRow.valueDeductionCents > 0 ? formatMoney(-returnRow.valueDeductionCents) : null,
    Diferencia: returnRow.cheaperByCents > 0 ? formatMoney(returnRow.cheaperByCents) : null,
    "Cuesta más": surchargeCents > 0 ? formatMoney(surchargeCents) : null,
    "Diferencia que regresa": returnRow.surchargeRefundCents > 0 ? formatMoney(returnRow.surchargeRefundCents) : null,
    "Envío y cargos": returnRow.chargesCents > 0 ? formatMoney(returnRow.chargesCents) : null,
    "Se devuelve": `${formatMoney(returnRow.refundCents)}${returnRow.refundMethod ? ` ${REFUND_METHOD_LABEL[returnRow.refundMethod]}` : ""}`,
    "Menos, porque": returnRow.lessBecause,
    "Menos a la matriz":
      returnRow.headOfficeReductionCents === null ? null : formatMoney(returnRow.headOfficeReductionCents),
    "CLABE del cliente": returnRow.clabe && formatClabe(returnRow.clabe),
  };
  return (
    <Section title="Datos">
      <Facts
        facts={{
          Cliente: returnRow.customerName,
          Pidió: `${formatDateTime(returnRow.requestedAt)}${returnRow.isByStaff ? ", por el personal" : ""}`,
          Plazo: returnRow.windowEndsOn && `hasta el ${formatDay(returnRow.windowEndsOn)}`,
          Nota: returnRow.note,
          Respuesta: returnRow.answer,
          "El regreso lo paga": returnRow.wayBackPayer === "shop" ? "la tienda" : "el cliente",
          "Guía de regreso": returnRow.wayBackGuide,
          "Cambio con": returnRow.exchangeCarrier,
          "Guía del cambio": returnRow.exchangeGuide,
          ...moneyFacts,
        }}
      />
    </Section>
  );
}
