import { useNavigation } from "react-router";

/** A line at the top of the page while the next page is loading. It is not shown for short waits. */
export function Progress() {
  const navigation = useNavigation();
  if (navigation.state === "idle") return null;
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 h-1 animate-late overflow-hidden bg-accent-soft">
      <span className="sr-only">Cargando…</span>
      <span aria-hidden className="block h-full w-1/3 animate-travel bg-accent" />
    </div>
  );
}
