import { SHARE } from "../../ui/icon-paths.ts";
import { PathIcon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toasts.tsx";

/** Opens the device's share dialog. Without one, it copies the URL of the page. */
export function ShareButton({ title }: { title: string }) {
  const showToast = useToast();
  const share = async (): Promise<void> => {
    const url = location.origin + location.pathname;
    try {
      if (typeof navigator.share === "function") return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      showToast("success", "Enlace copiado");
    } catch (error) {
      if ((error as Error).name === "AbortError") return;
      showToast("info", "Copia este enlace", url);
    }
  };
  return (
    <button
      type="button"
      onClick={() => void share()}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold underline-offset-4 hover:underline"
    >
      <PathIcon path={SHARE} className="size-4.5" />
      Compartir
    </button>
  );
}
