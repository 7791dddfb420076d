import { redirect } from "react-router";
import { formatDate } from "../../../../domain/dates.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import { storeCsd } from "../../../../server/invoicing/csd-store.ts";
import { CSD_SENTENCES } from "../../../../server/cfdi/csd.ts";
import { findIssuer } from "../../../../server/invoicing/issuers.ts";
import { setIssuer } from "../../../../server/invoicing/set-issuer.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, readUpload } from "../../guard.ts";
import { allowedInvoicingShops } from "../allowed-shops.server.ts";
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
import { sentenceOf, type OfficeRefusal } from "../../sentences.ts";
import { CsdFields } from "./csd-fields.tsx";
import { IssuerFields, readIssuer, type TypedIssuer } from "./issuer-fields.tsx";
import type { Route } from "./+types/route";

/** A .cer and a .key have a few kilobytes. The rest is for the form's encoding. */
const MAX_UPLOAD_BYTES = 64 * 1024;
const SOON_DAYS = 60;

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const { shops, shop } = await allowedInvoicingShops(context, request, query.text("tienda"));
  const issuer = await findIssuer(app.genericPlans, shop.id);
  const changes = await listChanges(app.genericPlans, "issuer", { id: shop.id });
  const days = issuer?.csd ? (issuer.csd.endsAt.getTime() - Date.now()) / 86_400_000 : null;
  const csd = issuer?.csd && {
    number: issuer.csd.number,
    endsAt: issuer.csd.endsAt,
    status: days! < 0 ? ("over" as const) : days! < SOON_DAYS ? ("soon" as const) : ("fine" as const),
  };
  return {
    shops: shops.map(({ id, name }) => ({ id, name })),
    shop: { id: shop.id, isOpen: shop.settings.management.allowInvoicing },
    issuer: issuer && toTyped(issuer),
    csd: csd ?? null,
    isDemo: issuer?.isDemo ?? false,
    hasPac: app.pac !== null,
    changes: changes.map((change) => toChange(change)),
    seen: changes[0]?.id ?? 0,
    done: query.text("hecho"),
  };
}

function toTyped(issuer: NonNullable<Awaited<ReturnType<typeof findIssuer>>>): TypedIssuer {
  const { rfc, name, taxRegime, postalCode, timeZone, vatRateBps, series, keys, deadline } = issuer;
  return {
    rfc,
    name,
    taxRegime,
    postalCode,
    timeZone,
    vat: String(vatRateBps / 100),
    series: series ?? "",
    productKey: keys.productKey ?? "",
    unitKey: keys.unitKey ?? "",
    deadline: deadline.kind,
    deadlineDays: String(deadline.days),
  };
}

interface ActionData {
  form: "issuer" | "csd";
  failure: string;
  field?: string;
  typed?: TypedIssuer;
}

/**
 * Saves a shop's fiscal data, or, as an upload, stores its CSD. The password is used to read the key and is not stored.
 */
export async function action(args: Route.ActionArgs): Promise<ActionData | Response> {
  const isUpload = args.request.headers.get("content-type")?.startsWith("multipart/") ?? false;
  return isUpload ? saveCsd(args) : saveIssuer(args);
}

async function saveIssuer({ context, request }: Route.ActionArgs): Promise<ActionData | Response> {
  const form = await readForm(request);
  const { staff, shop } = await allowedInvoicingShops(context, request, form.text("shop"));
  const typed = readIssuer(form);
  const { vat, deadlineDays, ...texts } = typed;
  const issuer = { ...texts, vatRateBps: Number(vat) * 100, deadlineDays: Number(deadlineDays) };
  const set = await setIssuer(context.get(appContext), shop.id, issuer, actorOf(context, staff));
  if ("sentence" in set) return { form: "issuer", failure: set.sentence, field: set.field, typed };
  if (isRefusal(set)) return { form: "issuer", failure: sentenceOf(set), typed };
  return redirect(`${officePaths.issuer}?tienda=${shop.id}&hecho=issuer`);
}

async function saveCsd({ context, request }: Route.ActionArgs): Promise<ActionData | Response> {
  const failWith = (refusal: Refusal): ActionData => {
    const sentences: Record<string, string> = CSD_SENTENCES;
    const sentence = sentences[refusal.refused] ?? sentenceOf(refusal as Refusal<OfficeRefusal>);
    return { form: "csd", failure: sentence };
  };
  const form = await readUpload(request, MAX_UPLOAD_BYTES);
  if (!form) return failWith(refuse("csd_too_large"));
  const { staff, shop } = await allowedInvoicingShops(context, request, form.text("shop"));
  const app = context.get(appContext);
  const issuer = await findIssuer(app.genericPlans, shop.id);
  if (!issuer) return failWith(refuse("issuer_incomplete"));
  const [[cer], [key], password] = [form.files("cer"), form.files("key"), form.secret("password", 256)];
  if (!cer || !key || !password) return failWith(refuse("csd_missing"));
  const [certificate, keyFile] = [await cer.bytes(), await key.bytes()];
  const stored = await storeCsd(app, issuer, { certificate, key: keyFile, password }, actorOf(context, staff));
  if (isRefusal(stored)) return failWith(stored);
  return redirect(`${officePaths.issuer}?tienda=${shop.id}&hecho=csd`);
}

export function meta() {
  return [{ title: "Emisor y sello · Panel" }];
}

const DONE_SENTENCE: Record<string, string> = {
  issuer: "Guardamos los datos de quien factura.",
  csd: "Guardamos el sello.",
};
const CSD_STATUS = { fine: ["good", "Vigente"], soon: ["warn", "Vence pronto"], over: ["bad", "Vencido"] } as const;

export default function IssuerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, shop, issuer, csd, isDemo, hasPac, changes, seen, done } = loaderData;
  const refused = actionData?.form === "issuer" ? actionData : undefined;
  return (
    <>
      <PageHead title="Emisor y sello" back={{ to: officePaths.invoices, label: "Facturación" }} />
      <ShopChoice shops={shops} shopId={shop.id} />
      <ChangeNotice kind="issuer" id={shop.id} seen={seen} />
      {!actionData && DONE_SENTENCE[done] && <Notice tone="good" icon="check" alert title={DONE_SENTENCE[done]} />}
      {!hasPac && <Notice tone="warn" title="Falta el PAC: configura PAC_… en el servidor para poder timbrar." />}
      {!shop.isOpen && <Notice tone="warn" title="La facturación de esta tienda está cerrada en Ajustes." />}
      {csd?.status === "over" && (
        <Notice tone="bad" title="El sello venció: nadie puede facturar hasta que subas uno vigente." />
      )}
      <Section title="Sello digital (CSD)">
        {csd ? (
          <Facts
            facts={{
              Certificado: csd.number,
              Vence: formatDate(csd.endsAt),
              Estado: <Badge tone={CSD_STATUS[csd.status][0]}>{CSD_STATUS[csd.status][1]}</Badge>,
            }}
          />
        ) : (
          <p className="text-sm text-soft">
            {isDemo ? "El de demostración se hace solo con la primera factura." : "Sin sello no se puede facturar."}
          </p>
        )}
        {isDemo && <Notice tone="info" title="Es de demostración: sus facturas no tienen validez fiscal." />}
        {issuer && <CsdFields shopId={shop.id} failure={actionData?.form === "csd" ? actionData.failure : undefined} />}
      </Section>
      <Section title="Quién factura">
        <PostForm key={shop.id} failure={refused?.failure} submit="Guardar">
          <input type="hidden" name="shop" value={shop.id} />
          <IssuerFields typed={refused?.typed ?? issuer} invalidField={refused?.field} sentence={refused?.failure} />
        </PostForm>
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
