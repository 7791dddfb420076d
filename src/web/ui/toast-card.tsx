import { useEffect, useState } from "react";
import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { ToastTone, Toast } from "./toasts.tsx";

const DURATION_MS: Record<ToastTone, number> = { success: 5_000, info: 5_000, error: 10_000 };

/**
 * One message at the edge of the screen. It stays while the pointer or the focus is on it, and afterwards for its whole
 * duration again. `onClose` must be the same function at each render: another one restarts the duration.
 */
export default function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const { id, tone } = toast;
  useEffect(() => {
    if (isHovered || isFocused) return;
    const timer = setTimeout(() => onClose(id), DURATION_MS[tone]);
    return () => clearTimeout(timer);
  }, [isHovered, isFocused, onClose, id, tone]);
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={cx(
        "pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-box border bg-card p-4 shadow-lg",
        tone === "error" ? "border-error" : tone === "success" ? "border-success" : "border-edge",
      )}
    >
      <span className={cx("mt-0.5", tone === "error" ? "text-error" : "text-success")}>
        <Icon name={tone === "success" ? "check" : "info"} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{toast.title}</p>
        {toast.text && <p className="text-sm text-soft">{toast.text}</p>}
        {toast.action && (
          <button
            type="button"
            onClick={() => {
              toast.action!.run();
              onClose(id);
            }}
            className="mt-1 min-h-6 text-sm font-semibold underline underline-offset-4"
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        onClick={() => onClose(id)}
        aria-label="Cerrar aviso"
        className="-m-1.5 grid size-9 place-items-center rounded-full hover:bg-sand"
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  );
}
