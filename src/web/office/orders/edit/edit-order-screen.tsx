import type { EditPreview } from "../../../../server/order-management/preview-edit.ts";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { EditedLines } from "./edited-lines.tsx";
import { EditSummary } from "./edit-summary.tsx";
import { ProductSearch } from "./product-search.tsx";
import type { loader } from "./route.tsx";
import { useEdit, type EditFields, type OrderEditing } from "./use-edit.ts";

type LoaderData = Awaited<ReturnType<typeof loader>>;

/** Changes the products of an unpaid order. The amounts are computed after each change. Only saving stores them. */
export function EditOrderScreen({ order, preview, failure, discountFields }: LoaderData) {
  return (
    <>
      <PageHead
        title="Cambiar productos"
        back={{ to: officePaths.order(order.id), label: `Pedido #${order.reference}` }}
        lead={`${order.customerName}. Nada cambia hasta que guardes.`}
      />
      {preview && discountFields ? (
        <Editor order={order} initialPreview={preview} discount={discountFields} />
      ) : (
        <Notice tone="warning" title={failure ?? ""} />
      )}
    </>
  );
}

function Editor({
  order,
  initialPreview,
  discount,
}: {
  order: LoaderData["order"];
  initialPreview: EditPreview;
  discount: NonNullable<LoaderData["discountFields"]>;
}) {
  const editing = useEdit(initialPreview, { ...discount, reason: "" });
  const { result, hasChangedOnServer } = editing;
  return (
    <form
      className="space-y-6"
      onSubmit={(event) => {
        // Enter in a field requests a preview. Only the button saves.
        event.preventDefault();
        editing.requestPreview();
      }}
    >
      {result.failure && <Notice tone="error" alert title={result.failure} />}
      {hasChangedOnServer && (
        <Notice
          tone="warning"
          alert
          title="El pedido cambió mientras lo editabas: estas ya son sus cifras de ahora, con tus cambios."
        />
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-6">
          <EditedLines editing={editing} />
          <ProductSearch onAdd={editing.addPiece} />
          <DiscountAndReason editing={editing} />
        </div>
        <div className="min-w-0 xl:sticky xl:top-6">
          <EditSummary editing={editing} hasEmail={order.hasEmail} />
        </div>
      </div>
    </form>
  );
}

function DiscountAndReason({ editing: { fields, result, setField } }: { editing: OrderEditing }) {
  const fieldProps = (name: keyof EditFields, label: string) => ({
    name,
    label,
    value: fields[name],
    error: result.errors?.[name],
    optional: true,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => setField(name, target.value),
  });
  return (
    <Section title="Descuento y motivo">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          {...fieldProps("discount", "Tu descuento")}
          maxLength={20}
          hint="10% o pesos, sobre lo que quede de los productos. Vacío lo quita."
        />
        <TextField
          {...fieldProps("discountReason", "Por qué el descuento")}
          maxLength={60}
          hint="El cliente lo lee en su pedido."
        />
      </div>
      <TextField
        {...fieldProps("reason", "Motivo del cambio")}
        maxLength={200}
        hint="Queda en la historia del pedido."
      />
    </Section>
  );
}
