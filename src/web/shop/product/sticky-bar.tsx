import { useEffect, useState, type ReactNode, type RefObject } from "react";

/** On phones: the buy button stays at the bottom after the original one was scrolled past. */
export function StickyBar({ watched, children }: { watched: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const element = watched.current;
    if (!element) return;
    // What is below the viewport counts as seen: only what was scrolled past does not.
    const observer = new IntersectionObserver((entries) => setShown(!entries.at(-1)!.isIntersecting), {
      rootMargin: "0px 0px 100000px 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [watched]);
  if (!shown) return null;
  return (
    <div
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-30 mb-0! flex items-center gap-4 border-t border-line bg-paper px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] pt-3 shadow-[0_-4px_16px_rgb(28_25_23/0.08)] lg:hidden"
    >
      {children}
    </div>
  );
}
