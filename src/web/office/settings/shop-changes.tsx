import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { ChangeList, type Change } from "../kit/change-list.tsx";

/** A shop's changes, with a button for each change that can be undone. */
export function ShopChanges({ changes }: { changes: readonly (Change & { isUndoable: boolean })[] }) {
  return (
    <ChangeList
      changes={changes}
      renderMore={({ id, before, isUndoable }) =>
        isUndoable && (
          <Form method="post" className="pt-1">
            <input type="hidden" name="undo" value={id} />
            <Button type="submit" variant="quiet">
              Volver a «{shorten(before ?? "nada")}»
            </Button>
          </Form>
        )
      }
    />
  );
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
