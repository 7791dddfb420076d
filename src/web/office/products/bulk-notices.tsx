import { Form } from "react-router";
import { formatMoney } from "../../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PostForm } from "../kit/post-form.tsx";
import { Section } from "../kit/section.tsx";
import { Table } from "../kit/table.tsx";
import type { PricePreviewData } from "./bulk-actions.server.ts";

/** The effect of a price change on the chosen products, before it is made. */
export function PricePreview({
  preview: { change, effects, productCount, changingCount, ids, basis },
}: {
  preview: PricePreviewData;
}) {
  const formatChange = (before: number | null, after: number | null | undefined) => {
    if (before === null) return "—";
    return `${formatMoney(before)} → ${after === null || after === undefined ? "no cambia" : formatMoney(after)}`;
  };
  return (
    <Section title={`Precios con ${change}`}>
      <Table
        caption="Precios antes y después"
        rows={effects}
        keyOf={({ id }) => id}
        columns={[
          { head: "Producto", cell: ({ name }) => name, isTitle: true },
          {
            head: "Precio",
            cell: ({ before, after }) => formatChange(before.priceCents, after?.priceCents),
            isNumeric: true,
          },
          {
            head: "Mayoreo",
            cell: ({ before, after }) => formatChange(before.wholesalePriceCents, after?.wholesalePriceCents),
            isNumeric: true,
          },
        ]}
      />
      {effects.length < productCount && (
        <p className="text-sm text-soft">Y {(productCount - effects.length).toLocaleString("es-MX")} más.</p>
      )}
      {changingCount < productCount && (
        <p className="text-sm text-warning">
          Los que dicen «no cambia» quedarían en cero o menos: se quedan como están.
        </p>
      )}
      <p className="text-sm text-soft">
        Las sucursales sin precio propio cobran el precio nuevo más lo que suman a la marca; los precios propios no
        cambian.
      </p>
      <PostForm
        submitLabel={`Cambiar ${changingCount === 1 ? "1 precio" : `${changingCount.toLocaleString("es-MX")} precios`}`}
      >
        <input type="hidden" name="intent" value="price-now" />
        <input type="hidden" name="change" value={change} />
        <input type="hidden" name="basis" value={basis} />
        {ids === null ? (
          <input type="hidden" name="all" value="1" />
        ) : (
          ids.map((id) => <input key={id} type="hidden" name="row" value={id} />)
        )}
      </PostForm>
    </Section>
  );
}

/** The member's last bulk edit, while it can be undone. */
export function UndoNotice({ lastEdit }: { lastEdit: { id: string; action: string; products: number } }) {
  return (
    <Notice tone="info" title={`Tu último cambio en lote: ${lastEdit.action} (${lastEdit.products})`}>
      <Form method="post">
        <input type="hidden" name="intent" value="undo" />
        <Button type="submit" variant="secondary" className="mt-2" name="edit" value={lastEdit.id}>
          Deshacer
        </Button>
      </Form>
    </Notice>
  );
}
