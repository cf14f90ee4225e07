import { createElement, lazy, Suspense, type ComponentType } from 'react';

/** A component whose script is loaded when it is first drawn. Until then `Fallback` takes its place. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Fallback?: ComponentType<Props>,
): ComponentType<Props> {
  const Loaded = lazy(load);
  return (props: Props) => (
    <Suspense fallback={Fallback && createElement(Fallback, props)}>
      {createElement(Loaded as unknown as ComponentType<Props>, props)}
    </Suspense>
  );
}
