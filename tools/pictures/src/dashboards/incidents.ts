import { setTimeout as pause } from 'node:timers/promises';
import { alertFaults, type Monitored, restartOneByOne } from '@triptych/drill';

/** Something that happens to running services for a while. */
interface Incident {
  readonly name: string;
  readonly lastsMs: number;
  readonly strike: () => Promise<unknown>;
  readonly heal: () => Promise<unknown>;
}

const quietMs = 22_000;

/** One after the other, with quiet between them; resolves with the seconds at which each began and ended. */
export async function letHappen(scene: Monitored): Promise<readonly string[]> {
  const began = performance.now();
  const now = () => Math.round((performance.now() - began) / 1_000);
  const happened: string[] = [];
  await pause(quietMs);
  for (const { name, lastsMs, strike, heal } of incidentsOf(scene)) {
    const struckAt = now();
    await strike();
    await pause(lastsMs);
    await heal();
    happened.push(`${struckAt} s to ${now()} s: ${name}`);
    await pause(quietMs);
  }
  return happened;
}

function incidentsOf(scene: Monitored): readonly Incident[] {
  const { fleets, recipients } = scene;
  const faults = alertFaults(scene);
  const fault = (name: string, lastsMs: number): Incident => {
    const found = faults[name];
    if (!found) throw new Error(`the drill has no fault "${name}"`);
    return { name, lastsMs, strike: found.strike, heal: found.heal };
  };
  const of = (service: string) => fleets.fleets.find((fleet) => fleet.service.name === service)!;
  const victim = of('user-service').replicas[0]!;
  return [
    {
      name: 'a replica of user-service is killed, and comes back',
      lastsMs: 15_000,
      strike: () => victim.kill(),
      async heal() {
        await victim.start();
        await victim.untilReady();
      },
    },
    fault('upstreams are away', 30_000),
    fault('Redis ends', 25_000),
    fault('a table stays locked', 15_000),
    fault('statements are slow', 12_000),
    together('the provider of sign-ins, the mail server and the push service are away', 20_000, [
      fault('the provider of sign-ins is away', 0),
      fault('a push service refuses', 0),
      {
        strike: () => recipients.mailServer.close(),
        heal: () => recipients.mailServer.start(),
      },
    ]),
    fault('a receiver of webhooks is gone', 1_000),
    {
      name: 'social-app is restarted replica by replica',
      lastsMs: 0,
      strike: () => restartOneByOne(of('social-app')),
      heal: () => Promise.resolve(),
    },
  ];
}

const together = (
  name: string,
  lastsMs: number,
  all: readonly Pick<Incident, 'strike' | 'heal'>[],
): Incident => ({
  name,
  lastsMs,
  strike: () => Promise.all(all.map(({ strike }) => strike())),
  heal: () => Promise.all(all.map(({ heal }) => heal())),
});
