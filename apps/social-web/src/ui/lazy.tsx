import { createElement, lazy, Suspense, type ComponentType } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Tells a fault of the network, or of a release that is no longer there, from one of what is shown. */
export class ScriptNotLoaded extends Error {
  override readonly name = 'ScriptNotLoaded';
}

/** A component whose script is loaded when it is first drawn, within a `Suspense`. */
export function lazyScript<Props>(load: Load<Props>) {
  return lazy(() =>
    load().catch((cause: unknown) => {
      throw new ScriptNotLoaded('a script could not be loaded', { cause });
    }),
  );
}

/** The same; until then `Fallback` takes its place. */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  Fallback?: ComponentType<Props>,
): ComponentType<Props> {
  const Loaded = lazyScript(load);
  return (props: Props) => (
    <Suspense fallback={Fallback && createElement(Fallback, props)}>
      {createElement(Loaded as unknown as ComponentType<Props>, props)}
    </Suspense>
  );
}
