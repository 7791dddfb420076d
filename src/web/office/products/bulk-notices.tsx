import { Form } from "react-router";
import { formatMoney } from "../../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PostForm } from "../kit/post-form.tsx";
import { Section } from "../kit/section.tsx";
import { Table } from "../kit/table.tsx";

interface ShownPrices {
  priceCents: number;
  wholesalePriceCents: number | null;
}

interface PriceEffect {
  id: string;
  version: number;
  name: string;
  before: ShownPrices;
  /** Null: it keeps both. */
  after: ShownPrices | null;
}

/** What a change of prices does to the chosen ones, before it is done. */
export function PricePreview({
  preview: { change, effects },
}: {
  preview: { change: string; effects: PriceEffect[] };
}) {
  const able = effects.filter(({ after }) => after !== null);
  const arrow = (before: number | null, after: number | null | undefined) => {
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
          { head: "Precio", cell: ({ before, after }) => arrow(before.priceCents, after?.priceCents), isFigure: true },
          {
            head: "Mayoreo",
            cell: ({ before, after }) => arrow(before.wholesalePriceCents, after?.wholesalePriceCents),
            isFigure: true,
          },
        ]}
      />
      {able.length < effects.length && (
        <p className="text-sm text-warn">Los que dicen «no cambia» quedarían en cero o menos: se quedan como están.</p>
      )}
      <p className="text-sm text-soft">
        Las sucursales sin precio propio cobran el precio nuevo más lo que suman a la marca; los precios propios no
        cambian.
      </p>
      <PostForm submit={`Cambiar ${able.length === 1 ? "1 precio" : `${able.length} precios`}`}>
        <input type="hidden" name="act" value="price-now" />
        <input type="hidden" name="change" value={change} />
        {able.map(({ id, version }) => (
          <input key={id} type="hidden" name="seen" value={`${id} ${version}`} />
        ))}
      </PostForm>
    </Section>
  );
}

/** Her last bulk edit, while it can be taken back. */
export function UndoNotice({ last }: { last: { id: string; act: string; products: number } }) {
  return (
    <Notice mood="info" title={`Tu último cambio en lote: ${last.act} (${last.products})`}>
      <Form method="post">
        <input type="hidden" name="act" value="undo" />
        <Button type="submit" look="secondary" className="mt-2" name="edit" value={last.id}>
          Deshacer
        </Button>
      </Form>
    </Notice>
  );
}
