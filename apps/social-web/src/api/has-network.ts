/** As far as the device knows; a network that leads nowhere counts. */
export const hasNetwork = (): boolean => navigator.onLine;
