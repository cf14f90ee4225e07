import { navigate, useBrowserLocation } from 'wouter/use-browser-location';

/**
 * As browsers do with links: one to the page that is shown adds no entry to the history, so that "Back" leads to another page. An entry
 * that holds something beside its address stays.
 */
export const goTo: typeof navigate = (to, options) => {
  const isHere = new URL(to, location.href).href === location.href;
  const isSame = isHere && options?.state === undefined && history.state === null;
  navigate(to, isSame ? { ...options, replace: true } : options);
};

/** The location for the router of the whole client. */
export const usePageLocation: typeof useBrowserLocation = (options) => {
  const [path] = useBrowserLocation(options);
  return [path, goTo];
};
