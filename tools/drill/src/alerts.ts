// What each alert of docker/monitoring is for happens to running services, and Prometheus goes by the shipped rules, with all their
// times divided by sixty. Fails when an alert does not fire, does not fall silent afterwards, or has nothing that makes it fire:
//   TEST_DATABASE_URL=… npx nx run drill:alerts
// DRILL_FAULTS is which of the faults happen, by parts of their names with commas between.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { alertFaults, type Scene } from './alert-faults.js';
import type { AlertFault } from './faults.js';
import { startMonitored } from './monitored.js';
import type { Prometheus } from './prometheus.js';

const { TEST_DATABASE_URL, DRILL_FAULTS = '' } = process.env;
/** Kubernetes alone tells how many replicas it finds, Patroni what its standbys are (the drill of failover). */
const elsewhere = ['NoReplicaAvailable', 'NoSynchronousStandby'];
/** The longest wait of a rule for its alert is a minute here, and that of replicas for each other 40 s. */
const firesWithinMs = 150_000;
/** The longest window that decides about the end is one of six hours. */
const silentWithinMs = 480_000;

const folder = await mkdtemp(join(tmpdir(), 'drill-'));
const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
try {
  process.exitCode = (await drill()) ? 0 : 1;
} finally {
  for (const end of ends.reverse()) await end();
}

async function drill(): Promise<boolean> {
  const monitored = await startMonitored(TEST_DATABASE_URL, folder, ends);
  return provokeAll(monitored.prometheus, monitored);
}

async function provokeAll(prometheus: Prometheus, scene: Scene): Promise<boolean> {
  const faults = Object.entries(alertFaults(scene));
  const provoked = new Set([...faults.flatMap(([, { alerts }]) => alerts), ...elsewhere]);
  const findings = prometheus.alerts
    .filter((name) => !provoked.has(name))
    .map((name) => `nothing makes ${name} fire`);
  const chosen = faults.filter(([name]) =>
    DRILL_FAULTS.split(',').some((part) => name.includes(part)),
  );
  for (const [name, fault] of chosen) {
    for (const [alert, { fired, silent }] of await provoke(prometheus, fault)) {
      console.log(`${name}: ${alert} fires after ${fired} s, is silent after ${silent} s`);
      if (fired === null) findings.push(`${name}: ${alert} did not fire`);
      else if (silent === null) findings.push(`${name}: ${alert} fires for ever`);
    }
  }
  for (const finding of findings) console.log(finding);
  return findings.length === 0;
}

/** For each alert of the fault, the seconds until it fired, and from the end of the fault until it did not any more. */
async function provoke(prometheus: Prometheus, { alerts, strike, heal }: AlertFault) {
  const fired = await until(alerts, strike, firesWithinMs, async () => prometheus.firing());
  const silent = await until(alerts, heal, silentWithinMs, async () => {
    const firing = await prometheus.firing();
    return new Set(alerts.filter((alert) => !firing.has(alert)));
  });
  return alerts.map((alert) => {
    const times = { fired: fired.get(alert) ?? null, silent: silent.get(alert) ?? null };
    return [alert, times] as const;
  });
}

/** Seconds after which each of the names was among those found, for as long as some of them were not. */
async function until(
  names: readonly string[],
  act: () => Promise<void>,
  withinMs: number,
  find: () => Promise<ReadonlySet<string>>,
): Promise<ReadonlyMap<string, number>> {
  const began = performance.now();
  const after = () => Math.round((performance.now() - began) / 100) / 10;
  const found = new Map<string, number>();
  await act();
  while (found.size < names.length && performance.now() - began < withinMs) {
    const now = await find();
    for (const name of names) if (now.has(name) && !found.has(name)) found.set(name, after());
    await pause(500);
  }
  return found;
}
