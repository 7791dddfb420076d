import { lazy, Suspense, type ComponentType } from "react";

const partLoads: Promise<unknown>[] = [];

/** Resolves once the code of each part that the server rendered in this page is loaded, or has failed to load. */
export const waitForRenderedParts = () => Promise.allSettled(partLoads);

/**
 * A part of a page. Its code is loaded with the page if the server rendered an element with `data-part={name}`,
 * otherwise when the part is first shown. The page is hydrated after the code is loaded: a change of any context before
 * that would make React remove the part's server-rendered HTML, and the layout would shift.
 */
export function lazyPart<Props extends object>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  let LoadedComponent: ComponentType<Props> | undefined;
  if (!import.meta.env.SSR && document.querySelector(`[data-part="${name}"]`)) {
    partLoads.push(load().then((module) => (LoadedComponent = module.default)));
  }
  const LazyComponent = lazy(load) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense>{LoadedComponent ? <LoadedComponent {...props} /> : <LazyComponent {...props} />}</Suspense>
  );
}
