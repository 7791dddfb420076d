import { useEffect, useState } from "react";
import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { Tone, Toast } from "./toasts.tsx";

const DURATION_MS: Record<Tone, number> = { success: 5_000, info: 5_000, error: 10_000 };

/** One message at the edge of the screen. It stays while the pointer or the focus is on it. */
export default function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, DURATION_MS[toast.tone]);
    return () => clearTimeout(timer);
  }, [isHeld, onClose, toast.tone]);
  return (
    <div
      role={toast.tone === "error" ? "alert" : "status"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        "pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-box border bg-card p-4 shadow-lg",
        toast.tone === "error" ? "border-error" : toast.tone === "success" ? "border-success" : "border-edge",
      )}
    >
      <span className={cx("mt-0.5", toast.tone === "error" ? "text-error" : "text-success")}>
        <Icon name={toast.tone === "success" ? "check" : "info"} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{toast.title}</p>
        {toast.text && <p className="text-sm text-soft">{toast.text}</p>}
        {toast.action && (
          <button
            type="button"
            onClick={() => {
              toast.action!.run();
              onClose();
            }}
            className="mt-1 min-h-6 text-sm font-semibold underline underline-offset-4"
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        onClick={onClose}
        aria-label="Cerrar aviso"
        className="-m-1.5 grid size-9 place-items-center rounded-full hover:bg-sand"
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  );
}
