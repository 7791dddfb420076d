import { redirect } from "react-router";
import { csdStage, csdWarning } from "../../../../domain/csd-expiry.ts";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatDay } from "../../../../domain/format-day.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import { FIRST_VAT_DAY, generalVatOn, type GeneralRatePeriod } from "../../../../domain/vat.ts";
import { storeCsd } from "../../../../server/invoicing/csd-store.ts";
import { listConfirmedKeys } from "../../../../server/invoicing/accept-sat-key.ts";
import { formatLocalTime } from "../../../../server/cfdi/local-time.ts";
import { findIssuer, type InvoiceIssuer } from "../../../../server/invoicing/issuers.ts";
import { setIssuer } from "../../../../server/invoicing/set-issuer.ts";
import { listGeneralRates } from "../../../../server/invoicing/vat-treatments.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, readUpload } from "../../guard.ts";
import { requireInvoicingShops } from "../require-invoicing-shops.server.ts";
import { ShopChoice } from "../shop-choice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { readSatKey } from "../sat-key-field.tsx";
import { CsdForm } from "./csd-form.tsx";
import { IssuerFields, readIssuer, type IssuerFormValues } from "./issuer-fields.tsx";
import type { Route } from "./+types/route";

/** A .cer and a .key have a few kilobytes. The rest is for the form's encoding. */
const MAX_UPLOAD_BYTES = 64 * 1024;

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const { staff, shops, shop } = await requireInvoicingShops(context, request, query.text("tienda"));
  const issuer = await findIssuer(app.genericPlanDb, shop.id);
  const rates = await listGeneralRates(app.genericPlanDb, shop.id);
  const changes = await listChanges(app.genericPlanDb, "issuer", { id: shop.id });
  const now = new Date();
  const stage = issuer?.csd ? csdStage(issuer.csd.endsAt, now) : null;
  const csd = issuer?.csd && {
    number: issuer.csd.number,
    endsAt: issuer.csd.endsAt,
    status: stage === "expired" ? stage : stage === null ? ("fine" as const) : ("soon" as const),
    warning: csdWarning(issuer.csd.endsAt, now),
  };
  return {
    shops: shops.map(({ id, name }) => ({ id, name })),
    shop: { id: shop.id, allowsInvoicing: shop.settings.management.allowInvoicing },
    issuer: issuer && toFormValues(issuer, rates),
    rates: rates.length > 1 ? rates : [],
    csd: csd ?? null,
    isDemo: issuer?.isDemo ?? false,
    hasPac: app.pac !== null,
    confirmedKeys: await listConfirmedKeys(app.genericPlanDb),
    changes: changes.map((change) => toChange(change)),
    newestChangeId: changes[0]?.id ?? 0,
    /** The member's own newest change. The form's React key has it, so after a save the form shows the saved values. */
    ownChangeId: changes.find((change) => change.member_id === staff.memberId)?.id ?? 0,
    savedForm: query.text("hecho"),
  };
}

function toFormValues(issuer: InvoiceIssuer, rates: readonly GeneralRatePeriod[]): IssuerFormValues {
  const { rfc, name, taxRegime, postalCode, timeZone, series, keys, deadline, undelivered } = issuer;
  const today = formatLocalTime(new Date(), timeZone).slice(0, 10);
  return {
    rfc,
    name,
    taxRegime,
    postalCode,
    timeZone,
    vat: String(generalVatOn(today, rates).rateBps / 100),
    vatFrom: "",
    series: series ?? "",
    productKey: keys.productKey ?? "",
    unitKey: keys.unitKey ?? "",
    deadline: deadline.kind,
    deadlineDays: String(deadline.days),
    daysAfterShipping: String(deadline.daysAfterShipping),
    globalCorrection: issuer.globalCorrection,
    globalEvery: issuer.globalEvery,
    globalAuto: issuer.sendsGlobalAutomatically ? "yes" : "no",
    undelivered,
  };
}

interface ActionData {
  form: "issuer" | "csd";
  failure: string;
  field?: string;
  typed?: IssuerFormValues;
}

/**
 * Saves the issuer of a shop, or its CSD if the form has files. The private key and its password are stored encrypted.
 */
export async function action(args: Route.ActionArgs): Promise<ActionData | Response> {
  const isUpload = args.request.headers.get("content-type")?.startsWith("multipart/") ?? false;
  return isUpload ? saveCsd(args) : saveIssuer(args);
}

async function saveIssuer({ context, request }: Route.ActionArgs): Promise<ActionData | Response> {
  const form = await readForm(request);
  const { staff, shop } = await requireInvoicingShops(context, request, form.text("shop"));
  const typed = readIssuer(form);
  const { vat, deadlineDays, daysAfterShipping, globalAuto, ...texts } = typed;
  const { confirmation } = readSatKey(form);
  const newValues = {
    ...texts,
    confirmation,
    vatRateBps: Number(vat) * 100,
    deadlineDays: Number(deadlineDays),
    daysAfterShipping: daysAfterShipping === "" ? undefined : Number(daysAfterShipping),
    globalCorrection: texts.globalCorrection || undefined,
    undelivered: texts.undelivered || undefined,
    globalEvery: texts.globalEvery || undefined,
    sendsGlobalAutomatically: globalAuto === "" ? undefined : globalAuto === "yes",
    // Forms of earlier versions lack this field.
    seen: form.text("seen") === "" ? undefined : Number(form.text("seen")),
  };
  const outcome = await setIssuer(context.get(appContext), shop.id, newValues, actorOf(context, staff));
  if ("sentence" in outcome) return { form: "issuer", failure: outcome.sentence, field: outcome.field, typed };
  if (isRefusal(outcome)) return { form: "issuer", failure: sentenceOf(outcome), typed };
  return redirect(`${officePaths.issuer}?tienda=${shop.id}&hecho=issuer`);
}

async function saveCsd({ context, request }: Route.ActionArgs): Promise<ActionData | Response> {
  const failWith = (refusal: Refusal): ActionData => ({
    form: "csd",
    failure: sentenceOf(refusal as Refusal<OfficeRefusalName>),
  });
  const form = await readUpload(request, MAX_UPLOAD_BYTES);
  if (!form) return failWith(refuse("csd_too_large"));
  const { staff, shop } = await requireInvoicingShops(context, request, form.text("shop"));
  const app = context.get(appContext);
  const issuer = await findIssuer(app.genericPlanDb, shop.id);
  if (!issuer) return failWith(refuse("issuer_incomplete"));
  const [[cer], [key], password] = [form.files("cer"), form.files("key"), form.secret("password", 256)];
  if (!cer || !key || !password) return failWith(refuse("csd_missing"));
  const [certificate, keyFile] = [await cer.bytes(), await key.bytes()];
  const outcome = await storeCsd(app, issuer, { certificate, key: keyFile, password }, actorOf(context, staff));
  if (isRefusal(outcome)) return failWith(outcome);
  return redirect(`${officePaths.issuer}?tienda=${shop.id}&hecho=csd`);
}

export function meta() {
  return [{ title: "Emisor y sello · Panel" }];
}

const DONE_SENTENCE: Record<string, string> = {
  issuer: "Guardamos los datos de quien factura.",
  csd: "Guardamos el sello.",
};
const CSD_STATUS_BADGE = {
  fine: ["success", "Vigente"],
  soon: ["warning", "Vence pronto"],
  expired: ["error", "Vencido"],
} as const;

export default function IssuerPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    shops,
    shop,
    issuer,
    rates,
    csd,
    isDemo,
    hasPac,
    confirmedKeys,
    changes,
    newestChangeId,
    ownChangeId,
    savedForm,
  } = loaderData;
  const refusedForm = actionData?.form === "issuer" ? actionData : undefined;
  return (
    <>
      <PageHead title="Emisor y sello" back={{ to: officePaths.invoices, label: "Facturación" }} />
      <ShopChoice shops={shops} shopId={shop.id} />
      <ChangeNotice kind="issuer" id={shop.id} seen={newestChangeId} />
      {!actionData && DONE_SENTENCE[savedForm] && (
        <Notice tone="success" icon="check" alert title={DONE_SENTENCE[savedForm]} />
      )}
      {!hasPac && <Notice tone="warning" title="Falta el PAC: configura PAC_… en el servidor para poder timbrar." />}
      {!shop.allowsInvoicing && (
        <Notice tone="warning" title="La facturación de esta tienda está cerrada en Ajustes." />
      )}
      {csd?.warning && !isDemo && <Notice tone={csd.status === "expired" ? "error" : "warning"} title={csd.warning} />}
      <Section title="Sello digital (CSD)">
        {csd ? (
          <Facts
            facts={{
              Certificado: csd.number,
              Vence: formatDateTime(csd.endsAt),
              Estado: <Badge tone={CSD_STATUS_BADGE[csd.status][0]}>{CSD_STATUS_BADGE[csd.status][1]}</Badge>,
            }}
          />
        ) : (
          <p className="text-sm text-soft">
            {isDemo ? "El de demostración se hace solo con la primera factura." : "Sin sello no se puede facturar."}
          </p>
        )}
        {isDemo && <Notice tone="info" title="Es de demostración: sus facturas no tienen validez fiscal." />}
        {issuer && <CsdForm shopId={shop.id} failure={actionData?.form === "csd" ? actionData.failure : undefined} />}
      </Section>
      <Section title="Quién factura">
        <PostForm key={`${shop.id} ${ownChangeId}`} failure={refusedForm?.failure} submitLabel="Guardar">
          <input type="hidden" name="shop" value={shop.id} />
          <input type="hidden" name="seen" value={newestChangeId} />
          <IssuerFields
            key={refusedForm?.typed?.productKey}
            initialValues={refusedForm?.typed ?? issuer}
            confirmedKeys={confirmedKeys}
            invalidField={refusedForm?.field}
            failure={refusedForm?.failure}
          />
        </PostForm>
      </Section>
      {rates.length > 0 && (
        <Section title="IVA general, por día">
          <ul className="space-y-1 text-sm">
            {rates.map(({ validFrom, rateBps }) => (
              <li key={validFrom}>
                <span className="font-semibold">{rateBps / 100} %</span>{" "}
                {validFrom === FIRST_VAT_DAY ? "desde el principio" : `desde el ${formatDay(validFrom)}`}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
