import { Link } from "react-router";
import { isId } from "../../../../server/db/new-id.ts";
import { listMembers } from "../../../../server/staff/queries.ts";
import { listLoggedObjectKinds, searchChangeLog } from "../../../../server/staff/search-change-log.ts";
import { appContext } from "../../../context.ts";
import { SelectField } from "../../../ui/field.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { requireStaff } from "../../guard.ts";
import { ChangeList } from "../../kit/change-list.tsx";
import { Filters } from "../../kit/filters.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Pager } from "../../kit/pager.tsx";
import { toChange } from "../../kit/to-change.ts";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { ACTION_LABEL } from "../../sentences.ts";
import { SystemNav } from "../system-nav.tsx";
import type { Route } from "./+types/route";

const PAGE_SIZE = 50;
/** The value of `quien` for changes without a member: those of the CLI, of jobs and of customers. */
const WITHOUT_MEMBER = "consola";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const term = query.text("q");
  const memberFilter = query.text("quien");
  const kinds = await listLoggedObjectKinds(app);
  const cursor = Number(query.text("desde"));
  const lowerCaseTerm = term.toLowerCase();
  const members = await listMembers(app);
  const shops = (await app.shops.all()).map(({ id, name }) => ({ id, name }));
  const changes = await searchChangeLog(app, {
    term,
    actions:
      lowerCaseTerm === ""
        ? []
        : Object.keys(ACTION_LABEL).filter((action) => ACTION_LABEL[action]!.toLowerCase().includes(lowerCaseTerm)),
    memberId: memberFilter === WITHOUT_MEMBER ? null : isId(memberFilter) ? memberFilter : undefined,
    objectKind: query.oneOf("que", kinds),
    beforeId: Number.isSafeInteger(cursor) && cursor > 0 ? cursor : undefined,
    limit: PAGE_SIZE,
  });
  return {
    memberFilter,
    kind: query.oneOf("que", kinds) ?? "",
    kinds,
    members: members.map(({ id, name }) => ({ id, name })),
    // The names of members and shops replace their ids.
    changes: changes.map((change) => ({
      ...toChange(change, shops, [...members, ...shops]),
      path: OBJECT_PATH[change.object_kind]?.(change.object_id) ?? null,
    })),
    next: changes.length === PAGE_SIZE ? String(changes.at(-1)!.id) : null,
  };
}

export function meta() {
  return [{ title: "Bitácora · Panel" }];
}

const KIND_LABEL: Record<string, string> = {
  audit: "Auditorías",
  backup: "Respaldos",
  restore: "Restauraciones",
  promotion: "Promociones",
  "size-guide": "Guías de tallas",
  return: "Devoluciones",
  color: "Colores",
  carrier: "Paqueterías",
  "pickup-point": "Puntos para recoger",
  cart: "Carritos",
  source: "Apartado desde un mismo lugar",
  catalogue: "Catálogo",
  customer: "Clientes",
  delivery: "Entregas recibidas",
  door: "Puertas de eventos",
  event: "Eventos",
  import: "Importaciones",
  invoice: "Facturas",
  issuer: "Emisores de facturas",
  job: "Tareas",
  "legal-text": "Textos legales",
  "mail-words": "Textos de correos",
  "postal-codes": "Códigos postales",
  order: "Pedidos",
  presale: "Preventas",
  product: "Productos",
  review: "Reseñas",
  "sat-keys": "Claves del SAT",
  shop: "Tiendas y ajustes",
  "shop-prices": "Precios de sucursales",
  size: "Tallas",
  staff: "Equipo",
  "staff-invitation": "Invitaciones",
  stock: "Existencias",
  vat: "IVA de productos y categorías",
};

/** The path of the page of a changed object, by its kind. */
const OBJECT_PATH: Record<string, (id: string) => string> = {
  carrier: officePaths.carrier,
  "pickup-point": officePaths.pickupPoint,
  customer: officePaths.customer,
  invoice: officePaths.invoice,
  order: officePaths.order,
  presale: officePaths.presale,
  product: officePaths.product,
  size: officePaths.stockSize,
};

export default function Log({
  loaderData: { memberFilter, kind, kinds, members, changes, next },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Bitácora"
        back={{ to: officePaths.system, label: "Sistema" }}
        lead="Todo lo que cada quien cambió, de qué a qué. No se puede borrar ni cambiar."
      />
      <SystemNav />
      <Filters label="Buscar" hint="Quién, qué, o un valor de antes o después">
        <SelectField name="quien" label="Quién" defaultValue={memberFilter}>
          <option value="">Cualquiera</option>
          <option value={WITHOUT_MEMBER}>La consola</option>
          {members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField name="que" label="Sobre qué" defaultValue={kind}>
          <option value="">Todo</option>
          {kinds.map((key) => (
            <option key={key} value={key}>
              {KIND_LABEL[key] ?? key}
            </option>
          ))}
        </SelectField>
      </Filters>
      {changes.length === 0 ? (
        <EmptyState title="No hay cambios así">
          <p className="text-soft">Prueba con otra palabra, o quita los filtros.</p>
        </EmptyState>
      ) : (
        <div className="rounded-box border border-line bg-card p-5">
          <ChangeList
            changes={changes}
            renderMore={({ path }) =>
              path && (
                <Link to={path} className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
                  Ver de qué se trata
                </Link>
              )
            }
          />
        </div>
      )}
      <Pager next={next} />
    </>
  );
}
