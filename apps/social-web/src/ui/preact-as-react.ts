// What components and libraries import as "react": Preact's own stand-in, and three things that Ariakit needs and Preact does
// otherwise (ADR 0054). The build puts this in the place of React; the types are those of React.
import { options } from 'preact';
import * as compat from 'preact/compat';

/**
 * React runs these before it attaches a `ref`: by then the handlers of Ariakit have to be there. Preact runs them with layout
 * effects, which is later. Here nothing is rendered without being committed, so while rendering is early enough.
 */
export function useInsertionEffect(effect: () => void, inputs?: readonly unknown[]): void {
  compat.useMemo(effect, inputs);
}

const before = options.event?.bind(options);
// Events of React are objects of its own, and Ariakit passes one on as that of another element. The browser's refuse that.
options.event = (native: Event) => {
  const event = (before?.(native) ?? native) as Event;
  let assigned: EventTarget | null = null;
  Object.defineProperty(event, 'currentTarget', {
    configurable: true,
    get: () => assigned ?? (Reflect.get(Event.prototype, 'currentTarget', event) as unknown),
    set: (target: EventTarget) => (assigned = target),
  });
  return event;
};

// React runs the effects of what a person's key or press has changed before it returns to the browser, Preact after the next
// frame. Ariakit moves the focus in such an effect: a key that is pressed in between would go to the item before the marked one.
for (const type of ['keydown', 'click'])
  addEventListener(
    type,
    () => {
      options.requestAnimationFrame = (run) => void Promise.resolve().then(run);
      setTimeout(() => (options.requestAnimationFrame = undefined));
    },
    { capture: true },
  );

// @ts-expect-error Its types describe one object, and its file exports what is in it.
export * from 'preact/compat';
export default { ...compat, useInsertionEffect };
