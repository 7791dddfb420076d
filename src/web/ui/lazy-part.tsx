import { lazy, Suspense, type ComponentType } from "react";

const loading: Promise<unknown>[] = [];

/** Settles once the code of all parts is here that the server wrote into this page. */
export const codeOfParts = () => Promise.allSettled(loading);

/**
 * A part of a page whose code is loaded with the page if the server wrote an element with `data-part={name}`, else when it is
 * first shown. The page is hydrated after it: a change of any context before that would make React remove the server's HTML
 * of the part, and the page would move under the visitor's finger.
 */
export function lazyPart<Props extends object>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined;
  if (!import.meta.env.SSR && document.querySelector(`[data-part="${name}"]`)) {
    loading.push(load().then((module) => (Loaded = module.default)));
  }
  const Late = lazy(load) as unknown as ComponentType<Props>;
  return (props: Props) => <Suspense>{Loaded ? <Loaded {...props} /> : <Late {...props} />}</Suspense>;
}
