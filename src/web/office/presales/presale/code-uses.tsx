import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { ORDER_STATUS_LABEL } from "../../../../domain/order-status.ts";
import type { ListedCodeUse } from "../../../../server/presale/list-codes.ts";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";

/** The latest orders placed with the presale's codes, or with one of them (`code`; empty for all). */
export function CodeUses({ uses, code }: { uses: readonly ListedCodeUse[]; code: string }) {
  return (
    <div id="pedidos">
      <Section title={code ? `Pedidos con ${code}` : "Quién los usó"}>
        {code && (
          <p className="text-sm">
            <Link to="?" className="underline underline-offset-4">
              Ver los de todos los códigos
            </Link>
          </p>
        )}
        {uses.length === 0 ? (
          <p className="text-sm text-soft">Todavía no hay pedidos.</p>
        ) : (
          <Table
            caption="Pedidos con código"
            keyOf={({ orderId }) => orderId}
            rows={uses}
            columns={[
              {
                head: "Pedido",
                isTitle: true,
                cell: ({ orderId, reference }) => (
                  <Link to={officePaths.order(orderId)} className="font-semibold underline underline-offset-4">
                    #{reference}
                  </Link>
                ),
              },
              { head: "Estado", cell: ({ status }) => <Badge>{ORDER_STATUS_LABEL[status]}</Badge> },
              { head: "Cliente", cell: ({ customer }) => customer },
              { head: "Código", cell: (use) => <span className="font-mono">{use.code}</span> },
              { head: "Piezas", isNumeric: true, cell: ({ pieces }) => pieces },
              { head: "Fecha", cell: ({ at }) => formatDateTime(at) },
            ]}
          />
        )}
      </Section>
    </div>
  );
}
