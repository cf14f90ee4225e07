import { serviceProcesses } from '@triptych/testing';

/** This service as processes of its own. */
export const {
  run,
  launch: launchService,
  endAll: endServices,
} = serviceProcesses(new URL('../main.ts', import.meta.url));
