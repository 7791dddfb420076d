import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { searchSentMails } from "../../../../server/mail/sent-mails.ts";
import { countJobs } from "../../../../server/system/jobs.ts";
import { appContext } from "../../../context.ts";
import { SelectField } from "../../../ui/field.tsx";
import { EmptyState, Notice } from "../../../ui/notice.tsx";
import { requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { Filters } from "../../kit/filters.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Pager } from "../../kit/pager.tsx";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { SystemNav } from "../system-nav.tsx";
import { jobLabel } from "../job-label.ts";
import type { Route } from "./+types/route";

const PAGE_SIZE = 50;

function NotSent() {
  return (
    <span className="mt-1 block">
      <Badge tone="warning">No se mandó</Badge>
      <span className="mt-1 block text-sm text-soft">Ese buzón, sin confirmar, ya tenía los de un día.</span>
    </span>
  );
}

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const shops = (await app.shops.all()).map(({ id, name }) => ({ id, name }));
  const [shopId, cursor] = [query.text("tienda"), query.text("desde")];
  const mails = await searchSentMails(app.genericPlanDb, {
    text: query.text("q"),
    shopId: isId(shopId) ? shopId : undefined,
    before: isId(cursor) ? cursor : undefined,
    limit: PAGE_SIZE,
  });
  const { failingMails } = await countJobs(app);
  return { mails, shops, shopId, failingMails, next: mails.length === PAGE_SIZE ? mails.at(-1)!.id : null };
}

export function meta() {
  return [{ title: "Correos · Panel" }];
}

export default function Mails({ loaderData: { mails, shops, shopId, failingMails, next } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Correos"
        back={{ to: officePaths.system, label: "Sistema" }}
        lead="Los que el servidor de correo aceptó y los que no se mandaron: los de un pedido siempre; los demás, 90 días."
      />
      <SystemNav />
      {failingMails > 0 && (
        <Notice
          tone="error"
          title={failingMails === 1 ? "Un correo no ha podido salir." : `${failingMails} correos no han podido salir.`}
        >
          <Link to={officePaths.systemJobs} className="inline-flex min-h-9 items-center font-semibold underline">
            Ver por qué
          </Link>
        </Notice>
      )}
      <Filters label="Buscar" hint="A quién se mandó, o el asunto">
        <SelectField name="tienda" label="Tienda" defaultValue={shopId}>
          <option value="">Todas</option>
          {shops.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </Filters>
      {mails.length === 0 ? (
        <EmptyState title="No hay correos así">
          <p className="text-soft">
            Aquí queda cada correo que sale: confirmaciones, boletos, facturas, contraseñas nuevas.
          </p>
        </EmptyState>
      ) : (
        <Table
          caption="Correos enviados"
          rows={mails}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Asunto",
              isTitle: true,
              cell: ({ subject, job }) => (
                <>
                  {subject}
                  <span className="block text-sm font-normal text-soft">{jobLabel(job).replace("Correo: ", "")}</span>
                </>
              ),
            },
            { head: "Para", cell: ({ recipient }) => <span className="wrap-anywhere">{recipient}</span> },
            {
              head: "Salió",
              cell: ({ sentAt, isSuppressed }) => (
                <>
                  {formatDateTime(sentAt)}
                  {isSuppressed && <NotSent />}
                </>
              ),
            },
            { head: "Tienda", cell: (mail) => shops.find(({ id }) => id === mail.shopId)?.name },
            {
              head: "Pedido",
              cell: ({ orderId, reference }) =>
                orderId === null ? (
                  "–"
                ) : (
                  <Link to={officePaths.order(orderId)} className="font-semibold underline underline-offset-4">
                    #{reference}
                  </Link>
                ),
            },
          ]}
        />
      )}
      <Pager next={next} />
    </>
  );
}
