import { useEffect, useState, type ComponentType } from "react";

/**
 * A component whose code is loaded when it is first shown, for what opens after an interaction: the server does not
 * render it. React's `lazy` would show it 300 ms after the press at the earliest (FALLBACK_THROTTLE_MS in React's
 * reconciler), also when its code is loaded already. If the code cannot be loaded, the error boundary is shown.
 */
export function loadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let LoadedComponent: ComponentType<Props> | undefined;
  return function Loadable(props: Props) {
    const [, renderAgain] = useState<unknown>();
    useEffect(() => {
      if (LoadedComponent) return;
      load().then(
        (module) => {
          LoadedComponent = module.default;
          renderAgain(module);
        },
        (error: unknown) =>
          renderAgain(() => {
            throw error;
          }),
      );
    }, []);
    return LoadedComponent ? <LoadedComponent {...props} /> : null;
  };
}
