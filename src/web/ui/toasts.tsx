import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import { loadable } from "./loadable.tsx";

const ToastCard = loadable(() => import("./toast-card.tsx"));

export type ToastTone = "success" | "error" | "info";

export interface Toast {
  id: number;
  tone: ToastTone;
  title: string;
  text?: string;
  action?: { label: string; run: () => void };
}

type ShowToast = (tone: ToastTone, title: string, text?: string, action?: Toast["action"]) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** Returns a function that shows a message at the edge of the screen. Errors stay 10 s (rule SCREEN-1). */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const nextId = useRef(1);
  const show = useCallback<ShowToast>((tone, title, text, action) => {
    const id = nextId.current++;
    setToasts((current) => [...current.slice(-2), { id, tone, title, text, action }]);
  }, []);
  const close = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label="Avisos"
        className="pointer-events-none above-bottom fixed inset-x-0 z-50 flex flex-col items-center gap-2 px-4 sm:items-end"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </section>
    </ToastContext>
  );
}
