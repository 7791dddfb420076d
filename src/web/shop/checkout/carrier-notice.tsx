import type { Carrier } from "../../../contract/orders.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** The notice that the customer must read when they choose this carrier. */
export default function CarrierNotice({ carrier, onClose }: { carrier: Carrier; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={carrier.name}>
      {carrier.alert?.image && (
        <img src={carrier.alert.image} alt="" width={800} height={500} className="h-auto w-full" />
      )}
      <p>{carrier.alert?.text}</p>
      <Button wide onClick={onClose}>
        Entendido
      </Button>
    </Dialog>
  );
}
