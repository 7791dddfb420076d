import { formatDay } from "../../domain/format-day.ts";
import { Notice } from "../ui/notice.tsx";

/** Says that the products are of a presale, and when delivery starts. Renders nothing for other products. */
export function PresaleNotice({ presale }: { presale: { name: string; deliversOn: string | null } | null }) {
  if (!presale) return null;
  return (
    <Notice icon="truck" title={`Preventa ${presale.name}`}>
      {presale.deliversOn
        ? `Entrega a partir del ${formatDay(presale.deliversOn)}.`
        : "Te avisamos cuando salga tu pedido."}
    </Notice>
  );
}
