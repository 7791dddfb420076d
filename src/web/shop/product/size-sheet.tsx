import { useRef, type ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SizeField } from "./size-field.tsx";

type Props = ComponentProps<typeof SizeField> & {
  open: boolean;
  onClose: () => void;
  /** Adds the pieces of the chosen size. A failure is shown in this sheet. */
  onAdd: () => void;
};

/** A dialog with the sizes, which the sticky bar opens. On phones it is at the bottom of the screen. */
export default function SizeSheet({ open, onClose, onAdd, box, ...fieldProps }: Props) {
  const picker = useRef<HTMLFieldSetElement>(null);
  return (
    <Dialog open={open} onClose={onClose} title={fieldProps.product.isDigital ? "Elige tu boleto" : "Elige tu talla"}>
      <SizeField box={{ ...box, picker }} {...fieldProps} />
      {box.error && <Notice tone="error" alert title={box.error} />}
      <Button wide busy={box.busy} aria-disabled={!box.size} onClick={() => box.size && onAdd()}>
        Agregar al carrito
      </Button>
    </Dialog>
  );
}
