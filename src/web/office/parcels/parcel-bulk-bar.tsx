import { LABEL_PAPER_NAME, LABEL_PAPERS } from "../../../domain/carrier-label-paper.ts";
import { Button } from "../../ui/button.tsx";
import { BulkBar } from "../kit/bulk-bar.tsx";

/** The id of the form that submits the selected parcels. */
export const PARCELS_FORM_ID = "paquetes";

/** Bulk actions for the selected parcels: labels for packed parcels, a new state for all others. */
export function ParcelBulkBar({ isPacked: isPackedView }: { isPacked: boolean }) {
  if (isPackedView) {
    return (
      <BulkBar id={PARCELS_FORM_ID}>
        <Button type="submit" name="to" value="LABELS">
          Comprar guías
        </Button>
        <label className="flex items-center gap-2 text-sm font-semibold">
          Papel
          <select name="paper" className="min-h-11 rounded-box border border-edge bg-card px-2">
            {LABEL_PAPERS.map((paper) => (
              <option key={paper} value={paper}>
                {LABEL_PAPER_NAME[paper]}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" name="to" value="PRINT" variant="secondary">
          Imprimir etiquetas
        </Button>
      </BulkBar>
    );
  }
  return (
    <BulkBar id={PARCELS_FORM_ID}>
      <label className="flex items-center gap-2 text-sm font-semibold">
        Qué día (vacío, hoy)
        <input type="date" name="on" className="min-h-11 rounded-box border border-edge bg-card px-2" />
      </label>
      <Button type="submit" name="to" value="DELIVERED">
        Llegaron
      </Button>
      <Button type="submit" variant="secondary" name="to" value="IN_TRANSIT">
        Van en camino
      </Button>
      <Button type="submit" variant="secondary" name="to" value="FAILED">
        No se pudo entregar
      </Button>
      <Button type="submit" variant="secondary" name="to" value="RETURNED">
        Regresaron
      </Button>
    </BulkBar>
  );
}
