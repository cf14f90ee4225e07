import { serviceProcesses } from '@triptych/testing';

/** This service as processes of its own. */
export const {
  run: runSocialCommand,
  launch: startSocialProcess,
  endAll: endSocialProcesses,
} = serviceProcesses(new URL('../main.ts', import.meta.url), {
  SESSION_SECRET: 'a secret that only tests know 123',
});
