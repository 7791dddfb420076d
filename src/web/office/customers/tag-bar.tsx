import { Button } from "../../ui/button.tsx";
import { BulkBar } from "../kit/bulk-bar.tsx";

/** The bar that adds a tag to the selected customers or removes it from them. */
export function TagBar({ id: formId, tags }: { id: string; tags: readonly string[] }) {
  return (
    <BulkBar id={formId}>
      <input
        name="tag"
        aria-label="Etiqueta"
        list={`${formId}-todas`}
        required
        maxLength={30}
        placeholder="vip"
        autoComplete="off"
        className="min-h-11 w-40 rounded-box border border-edge bg-card px-3 text-base"
      />
      <datalist id={`${formId}-todas`}>
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Button type="submit" name="intent" value="add">
        Poner etiqueta
      </Button>
      <Button type="submit" name="intent" value="remove" variant="secondary">
        Quitarla
      </Button>
    </BulkBar>
  );
}
