import { useState } from "react";
import {
  LABEL_SHEET_KEYS,
  LABEL_SHEETS,
  labelCountOfSheet,
  type LabelSheetKey,
} from "../../../../domain/size-label-sheet.ts";
import type { LabelSize } from "../../../../server/size-labels/list-label-sizes.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";

/** The form of the labels: the sheet, and the copies for each size. It opens the labels as a PDF in a new tab. */
export function LabelForm({
  sizes,
  fields: sourceFields,
  shops,
}: {
  sizes: readonly LabelSize[];
  /** This page's query as hidden fields: the products, sizes or delivery to print labels for. */
  fields: readonly { name: string; value: string }[];
  shops: readonly { key: string; name: string }[];
}) {
  const [chosenSheetKey, setChosenSheetKey] = useState<LabelSheetKey>("avery-5160");
  const labelCount = labelCountOfSheet(LABEL_SHEETS[chosenSheetKey]);
  return (
    <form method="post" action={officePaths.sizeLabelsPdf} target="_blank" className="space-y-6">
      {sourceFields.map(({ name, value }) => (
        <input key={`${name}${value}`} type="hidden" name={name} value={value} />
      ))}
      <Section title="Hoja">
        <div className="grid gap-4 md:grid-cols-3">
          <SelectField
            name="hoja"
            label="Etiquetas"
            value={chosenSheetKey}
            onChange={(event) =>
              setChosenSheetKey(
                LABEL_SHEET_KEYS.find((candidate) => candidate === event.target.value) ?? chosenSheetKey,
              )
            }
          >
            {LABEL_SHEET_KEYS.map((sheetKey) => (
              <option key={sheetKey} value={sheetKey}>
                {LABEL_SHEETS[sheetKey].name}
              </option>
            ))}
          </SelectField>
          {labelCount > 1 && (
            <TextField
              name="lugar"
              type="number"
              label="Empezar en el lugar"
              hint={`De 1 a ${labelCount}, renglón por renglón: para una hoja ya empezada.`}
              min={1}
              max={labelCount}
              defaultValue="1"
            />
          )}
          <SelectField name="precio" label="Precio" defaultValue="">
            <option value="">Sin precio</option>
            {shops.map((shop) => (
              <option key={shop.key} value={shop.key}>
                Precio de {shop.name}
              </option>
            ))}
          </SelectField>
        </div>
        <p className="text-sm text-soft">Al imprimir elige «Tamaño real» o 100 %, para que caigan en su lugar.</p>
      </Section>
      <Section title="Cuántas de cada talla">
        <CopiesTable sizes={sizes} />
      </Section>
      <Button type="submit">Ver el PDF</Button>
    </form>
  );
}

function CopiesTable({ sizes }: { sizes: readonly LabelSize[] }) {
  return (
    <Table
      caption="Tallas"
      keyOf={({ sizeId }) => sizeId}
      rows={sizes}
      columns={[
        {
          head: "Producto",
          isTitle: true,
          cell: ({ name, color }) => <span className="font-semibold">{[name, color].filter(Boolean).join(" · ")}</span>,
        },
        { head: "Talla", cell: ({ sizeName }) => sizeName },
        { head: "Código", cell: ({ gtin, sku }) => gtin ?? sku ?? <span className="text-soft">El de la tienda</span> },
        {
          head: "Etiquetas",
          isNumeric: true,
          cell: ({ sizeId, name, sizeName, pieces }) => (
            <input
              name={`n-${sizeId}`}
              aria-label={`Etiquetas de ${name}, talla ${sizeName}`}
              inputMode="numeric"
              maxLength={6}
              defaultValue={pieces}
              className="min-h-11 w-24 rounded-box border border-edge bg-card px-3 text-right text-base tabular"
            />
          ),
        },
      ]}
    />
  );
}
