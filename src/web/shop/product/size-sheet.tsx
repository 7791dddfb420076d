import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialog.tsx";

/** On phones: the sizes in a sheet along the bottom, opened by the bar that stays in view. */
export default function SizeSheet(props: { open: boolean; onClose: () => void; title: string; children: ReactNode }) {
  return <Dialog {...props} />;
}
