import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { ReturnBadge } from "../../returns/return-badge.tsx";
import type { OrderPageData } from "./action-form.tsx";

/** The order's returns and exchanges. */
export function Returns({ order }: Pick<OrderPageData, "order">) {
  return (
    <Section title="Devoluciones">
      {order.returns.length > 0 && (
        <ul className="space-y-1">
          {order.returns.map(({ id, number, requestedAt, ...badgeProps }) => (
            <li key={id} className="flex flex-wrap items-center gap-3">
              <Link to={officePaths.returnOf(id)} className="font-semibold underline underline-offset-4">
                Devolución {number}
              </Link>
              <ReturnBadge {...badgeProps} />
              <span className="text-sm text-soft">{formatDateTime(requestedAt)}</span>
            </li>
          ))}
        </ul>
      )}
      {order.canReturn && (
        <ButtonLink variant="secondary" to={officePaths.newReturn(order.reference)}>
          Registrar devolución
        </ButtonLink>
      )}
    </Section>
  );
}
