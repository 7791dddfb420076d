import { Form, useSubmit } from "react-router";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";

/** Chooses the shop of the page, for members who manage the invoices of several. */
export function ShopChoice({ shops, shopId }: { shops: readonly { id: string; name: string }[]; shopId: string }) {
  const submit = useSubmit();
  if (shops.length < 2) return null;
  return (
    <Form className="flex flex-wrap items-end gap-3" onChange={(event) => void submit(event.currentTarget)}>
      <SelectField key={shopId} name="tienda" label="Tienda" defaultValue={shopId}>
        {shops.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="secondary">
        Ver
      </Button>
    </Form>
  );
}
