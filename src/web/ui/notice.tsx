import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

type NoticeTone = "info" | "success" | "warning" | "error";

/** The tone colours the background, the line and the icon. The text keeps the colour of all text. */
const TONE_CLASS: Record<NoticeTone, string> = {
  info: "bg-sand text-soft",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  error: "bg-error-soft text-error",
};

/** A message beside a line in its tone. With `alert` screen readers announce it immediately. */
export function Notice({
  tone = "info",
  icon = "info",
  title,
  children,
  alert,
}: {
  tone?: NoticeTone;
  icon?: IconName;
  title?: string;
  children?: ReactNode;
  alert?: boolean;
}) {
  return (
    <div role={alert ? "alert" : undefined} className={cx("flex gap-3 border-l-2 p-4", TONE_CLASS[tone])}>
      <Icon name={icon} className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 space-y-1 text-ink">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-sm">{children}</div>}
      </div>
    </div>
  );
}

/** A message that something failed to load, with a button to retry. */
export function LoadFailure({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Notice tone="error" alert title={title}>
      <Button variant="secondary" className="mt-2" onClick={onRetry}>
        Reintentar
      </Button>
    </Notice>
  );
}

/** Shown in place of an empty list, with a way to continue. */
export function EmptyState({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="max-w-xl space-y-4 py-8">
      <div className="font-display text-xl">{title}</div>
      {children}
    </div>
  );
}
