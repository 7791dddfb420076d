import { useEffect, useState, type ReactNode, type RefObject } from "react";

/** A bar with a buy button at the bottom of screens narrower than 1024 px, while the page's own is out of view. */
export function StickyBar({
  watched: watchedElement,
  children,
}: {
  watched: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const element = watchedElement.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => setShown(!entries.at(-1)!.isIntersecting));
    observer.observe(element);
    return () => observer.disconnect();
  }, [watchedElement]);
  if (!isShown) return null;
  return (
    <div
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-30 mb-0! border-t border-line bg-paper px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] pt-3 lg:hidden"
    >
      {children}
    </div>
  );
}
