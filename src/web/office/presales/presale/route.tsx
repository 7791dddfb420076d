import { data, redirect } from "react-router";
import { readMexicoTime, formatMexicoTime } from "../../../../domain/mexico-time.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { App } from "../../../../server/app.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { listAccessCodes, listCodeUses } from "../../../../server/presale/list-codes.ts";
import { listPresaleProductsForStaff } from "../../../../server/presale/list-presale-products-for-staff.ts";
import {
  CUSTOM_CODE_PATTERN,
  makeAccessCodes,
  revokeAllAccessCodes,
  revokeAccessCodes,
} from "../../../../server/presale/manage-codes.ts";
import { changePresale, openPresale, movePresaleProducts } from "../../../../server/presale/manage-presale.ts";
import { findPresale } from "../../../../server/presale-access/queries.ts";
import {
  findWaitingRoomOverview,
  turnWaitingRoomOff,
  turnWaitingRoomOn,
} from "../../../../server/presale/waiting-room/manage-waiting-room.ts";
import { listChanges, type Actor } from "../../../../server/change-log/change-log.ts";
import { listStockLevels } from "../../../../server/stock/list-stock-levels.ts";
import { appContext, shopContext } from "../../../context.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { actorOf, readForm, requireStaff, type FormFields } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { readWholeNumber } from "../../read-whole-number.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { CodeList } from "./code-list.tsx";
import { CodeUses } from "./code-uses.tsx";
import { NewCodes } from "./new-codes.tsx";
import { PresaleBadge } from "./presale-badge.tsx";
import { PresaleFields, parsePresale, readPresaleInput } from "./presale-fields.tsx";
import { PresaleProducts } from "./presale-products.tsx";
import { WaitingRoomSection } from "./waiting-room-section.tsx";
import type { Route } from "./+types/route";

const MAX_NEW_CODES = 5_000;
/** How many products the search shows. */
const MAX_FOUND_PRODUCTS = 10;

/**
 * Query: `codigo` (a part of the access codes to list), `desde` (the access code after which the list continues),
 * `pedidos` (an access code whose orders to list), `producto` (an SKU, a barcode or words of a product to add).
 */
export async function loader({ context, request, params: { presaleId } }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const presale = isId(presaleId) ? await findPresale(app.db, presaleId) : undefined;
  if (!presale) throw data(null, { status: 404 });
  const query = readQuery(request.url);
  const [codeTerm, usedCode, productTerm] = [
    query.text("codigo").toUpperCase(),
    query.text("pedidos"),
    query.text("producto"),
  ];
  const foundProducts =
    productTerm === ""
      ? []
      : (await listStockLevels(app.db, { shops: "all", term: productTerm.toLowerCase() })).products;
  const changes = await listChanges(app.genericPlanDb, "presale", { id: presaleId, limit: 30 });
  return {
    presale,
    now: new Date(),
    presaleUrl: `${app.originOf(context.get(shopContext).hosts)}/preventa/auth`,
    query: { codeTerm, usedCode, productTerm },
    products: await listPresaleProductsForStaff(app.db, presaleId),
    foundProducts: foundProducts.filter(({ isPresale }) => !isPresale).slice(0, MAX_FOUND_PRODUCTS),
    ...(await listAccessCodes(app.db, { presaleId, term: codeTerm, after: query.text("desde") })),
    uses: await listCodeUses(app.db, { presaleId, code: usedCode }),
    room: await findWaitingRoomOverview(app.db, presaleId),
    changes: changes.map((change) => toChange(change)),
  };
}

type ActionOutcome = Promise<unknown> | Refusal<OfficeRefusalName>;

/** The actions of this page by the submitted `intent`, except `codes`, whose result the page shows. */
const ACTIONS: Record<string, (app: App, presaleId: string, form: FormFields, by: Actor) => ActionOutcome> = {
  save(app, id, form, by) {
    const presale = parsePresale(readPresaleInput(form));
    return isRefusal(presale) ? presale : changePresale(app, { id, ...presale }, by);
  },
  open: async (app, id, _form, by) => (await openPresale(app, id, by)) || refuse("presale_begun"),
  add: (app, presaleId, form, by) =>
    movePresaleProducts(app, { presaleId, productIds: [form.text("product")], isRemoval: false }, by),
  remove: (app, presaleId, form, by) =>
    movePresaleProducts(app, { presaleId, productIds: [form.text("product")], isRemoval: true }, by),
  revoke: async (app, _id, form, by) => {
    const unknownCodes = await revokeAccessCodes(app, [form.text("code", 40)], by);
    return unknownCodes.length === 0 || refuse("code_unknown");
  },
  revokeAll: (app, id, _form, by) => revokeAllAccessCodes(app, id, by),
  startRoom(app, id, form, by) {
    const opensEarlyMinutes = readWholeNumber(form.text("early"), 0);
    const [choosingAtOnce, placesOfAddress] = [
      readWholeNumber(form.text("choosing")),
      readWholeNumber(form.text("places")),
    ];
    const isInvalid = opensEarlyMinutes === null || choosingAtOnce === null || placesOfAddress === null;
    if (isInvalid || opensEarlyMinutes > 10_080 || choosingAtOnce > 99_999 || placesOfAddress > 99_999) {
      return refuse("room_terms");
    }
    return turnWaitingRoomOn(app.db, id, { opensEarlyMinutes, choosingAtOnce, placesOfAddress }, by);
  },
  endRoom: async (app, id, _form, by) => (await turnWaitingRoomOff(app.db, id, by)) || refuse("room_closed"),
};

/**
 * Reads how many codes to create, how many orders each one allows, when they expire, and the code that staff chose, if
 * they chose one. Refuses invalid input.
 */
function readCodeSettings(form: FormFields) {
  const customCode = form.text("chosen", 60).toUpperCase();
  const [usesText, untilText] = [form.text("uses"), form.text("until", 20)];
  const count = customCode ? 1 : readWholeNumber(form.text("count"));
  const maxUses = usesText === "" ? null : readWholeNumber(usesText);
  const endsAt = untilText === "" ? null : readMexicoTime(untilText);
  if (customCode && !CUSTOM_CODE_PATTERN.test(customCode)) return refuse("code_malformed");
  if (count === null || count > MAX_NEW_CODES) return refuse("codes_count");
  if (usesText !== "" && maxUses === null) return refuse("code_uses");
  if (untilText !== "" && endsAt === null) return refuse("code_end");
  return { count, maxUses, endsAt, customCode: customCode || undefined };
}

export async function action({ context, request, params: { presaleId } }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  if (!isId(presaleId) || !(await findPresale(app.db, presaleId))) throw data(null, { status: 404 });
  const form = await readForm(request);
  const by = actorOf(context, staff);
  const intent = form.text("intent");
  const failWith = (refusal: Refusal<OfficeRefusalName>) => ({ failure: sentenceOf(refusal), intent, newCodes: null });
  if (intent === "codes") {
    const codeSettings = readCodeSettings(form);
    if (isRefusal(codeSettings)) return failWith(codeSettings);
    const newCodes = await makeAccessCodes(app, presaleId, codeSettings, by);
    return isRefusal(newCodes) ? failWith(newCodes) : { failure: undefined, intent, newCodes };
  }
  if (!Object.hasOwn(ACTIONS, intent)) return failWith(refuse("presale_not_found"));
  const outcome = await ACTIONS[intent]!(app, presaleId, form, by);
  if (isRefusal(outcome)) return failWith(outcome as Refusal<OfficeRefusalName>);
  return redirect(`${officePaths.presale(presaleId)}?hecho=${intent}`);
}

const DONE_SENTENCES = {
  made: "La preventa está hecha. Ahora elige sus productos y haz sus códigos.",
  save: "Guardado.",
  open: "La preventa está abierta desde ahora.",
  add: "El producto está en la preventa: solo lo ve quien tiene un código.",
  remove: "El producto volvió a la venta normal.",
  revoke: "El código ya no compra nada más.",
  revokeAll: "Ningún código de esta preventa compra nada más.",
  startRoom: "La fila está puesta con estas reglas.",
  endRoom: "La fila se quitó: desde ahora basta el código.",
};

export function meta() {
  return [{ title: "Preventa · Panel" }];
}

export default function PresalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { presale, now, presaleUrl, query, products, foundProducts, codes, lastCode, uses, room, changes } = loaderData;
  const { id, name, startsAt, endsAt, deliversOn } = presale;
  return (
    <>
      <PageHead
        title={name}
        back={{ to: officePaths.presales, label: "Preventas" }}
        lead={<PresaleBadge startsAt={startsAt} endsAt={endsAt} now={now} />}
      >
        <ButtonLink variant="secondary" to={officePaths.presaleCodes(id)} reloadDocument>
          Descargar códigos (CSV)
        </ButtonLink>
      </PageHead>
      {actionData?.failure && actionData.intent !== "codes" && <Notice tone="error" alert title={actionData.failure} />}
      {!actionData && <SuccessNotice sentences={DONE_SENTENCES} />}
      <ChangeNotice kind="presale" id={id} seen={changes[0]?.id ?? 0} />
      <Section title="Fechas">
        <PostForm submitLabel="Guardar" key={`${startsAt.toISOString()} ${endsAt.toISOString()}`}>
          <input type="hidden" name="intent" value="save" />
          <PresaleFields
            initialValues={{
              name,
              startsAt: formatMexicoTime(startsAt),
              endsAt: formatMexicoTime(endsAt),
              deliversOn: deliversOn ?? "",
            }}
          />
        </PostForm>
        {now < startsAt && (
          <details className="text-sm">
            <summary className="inline-block min-h-9 py-2 font-semibold underline underline-offset-4">
              Abrir ahora…
            </summary>
            <PostForm submitLabel="Abrir ahora" variant="secondary" className="pt-2">
              <input type="hidden" name="intent" value="open" />
              <p className="text-soft">
                Desde este momento sus códigos compran. No se puede volver a cerrar para después.
              </p>
            </PostForm>
          </details>
        )}
      </Section>
      <PresaleProducts products={products} foundProducts={foundProducts} term={query.productTerm} />
      <NewCodes
        failure={actionData?.intent === "codes" ? actionData.failure : undefined}
        newCodes={actionData?.newCodes ?? []}
        presaleUrl={presaleUrl}
        presaleName={name}
      />
      <CodeList codes={codes} next={lastCode} term={query.codeTerm} presaleUrl={presaleUrl} presaleName={name} />
      <CodeUses uses={uses} code={query.usedCode} />
      <WaitingRoomSection room={room} hasPresaleStarted={now >= startsAt} />
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
