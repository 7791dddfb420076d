import { Link } from "react-router";
import { officePaths } from "../paths.ts";

/** Links to the other pages of invoicing: pending work with its count, then the months, then settings. */
export function InvoicingLinks({
  complementCount,
  ownInvoiceCount,
  mayEditSatKeys,
}: {
  complementCount: number;
  ownInvoiceCount: number;
  mayEditSatKeys: boolean;
}) {
  const links: [to: string, label: string, waitingCount?: number][] = [
    [officePaths.complements, "Complementos por emitir", complementCount],
    [officePaths.ownInvoiceRequests, "Pedidas de una global", ownInvoiceCount],
    [officePaths.invoiceMonths, "Mes"],
    [officePaths.issuer, "Emisor y sello"],
    ...(mayEditSatKeys
      ? ([
          [officePaths.satKeys, "Claves del SAT"],
          [officePaths.vat, "IVA"],
        ] as [string, string][])
      : []),
  ];
  return (
    <nav aria-label="Más de Facturación">
      <ul className="flex flex-wrap gap-x-5">
        {links.map(([to, label, waitingCount = 0]) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
            >
              {label}
              {waitingCount > 0 && ` (${waitingCount})`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
