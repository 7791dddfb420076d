import { LABEL_PAPER_NAME, LABEL_PAPERS } from "../../../../domain/carrier-label-paper.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { officePaths } from "../../paths.ts";

/**
 * Opens the shipping labels of these parcels as one PDF, on the chosen paper. It is a plain HTML form, because the
 * response is a PDF and not a page of the back office.
 */
export function PrintForm({ parcelIds }: { parcelIds: readonly string[] }) {
  return (
    <form method="get" action={officePaths.carrierLabelsPdf} target="_blank" className="flex flex-wrap items-end gap-4">
      {parcelIds.map((id) => (
        <input key={id} type="hidden" name="paquete" value={id} />
      ))}
      <SelectField name="papel" label="Papel">
        {LABEL_PAPERS.map((paper) => (
          <option key={paper} value={paper}>
            {LABEL_PAPER_NAME[paper]}
          </option>
        ))}
      </SelectField>
      <Button type="submit">Imprimir etiquetas</Button>
    </form>
  );
}
