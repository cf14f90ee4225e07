// What happens between everybody and the server.
import { setTimeout as pause } from 'node:timers/promises';
import type { Releases } from '../releases.js';
import { healthy, type FaultyNetwork } from './faulty-network.js';
import { pick, type Random, type Weighted } from './random.js';

export interface Between {
  readonly network: FaultyNetwork;
  readonly server: Releases;
  /** A restart that is under way. */
  restarting: Promise<void> | null;
  /** Ends with a long outage. */
  outage: Promise<void> | null;
}

export type NetworkStep = (between: Between, random: Random) => string | null;

const slow: NetworkStep = ({ network }, random) => {
  const latencyMs = pick(random, [0, 50, 300, 1_000, 2_000]);
  network.conditions = { ...network.conditions, latencyMs };
  return `latency up to ${latencyMs} ms`;
};

const lossy: NetworkStep = ({ network }, random) => {
  const lossPercent = pick(random, [0, 0, 5, 20]);
  network.conditions = { ...network.conditions, lossPercent };
  return `${lossPercent} % of the requests are lost, and as many replies`;
};

const cut: NetworkStep = ({ network }) => {
  network.cut();
  return 'all connections break';
};

const down: NetworkStep = ({ network }) => {
  network.conditions = { ...network.conditions, isDown: true };
  return 'the gateway replies with 503';
};

const outageMs = 20_000;

/** Nothing but its end ends it. */
export const outage: NetworkStep = (between) => {
  const { network } = between;
  if (between.outage) return null;
  network.isOut = true;
  between.outage = pause(outageMs).then(() => {
    network.isOut = false;
    between.outage = null;
  });
  return `the gateway replies with 503 for ${outageMs / 1000} s`;
};

const up: NetworkStep = ({ network }) => {
  if (network.conditions === healthy) return null;
  network.conditions = healthy;
  return 'the network is well';
};

const forget: NetworkStep = ({ network }) => {
  network.conditions = { ...network.conditions, isForgetful: true };
  network.cut();
  return 'all connections break, and streams begin anew';
};

const restart: NetworkStep = (between, random) => {
  if (between.restarting) return null;
  const signal = pick(random, ['SIGTERM', 'SIGKILL'] as const);
  between.restarting = between.server.restart(signal).finally(() => (between.restarting = null));
  return `the server is stopped (${signal}) and started`;
};

export const networkSteps: Weighted<NetworkStep> = [
  [6, slow],
  [4, lossy],
  [3, cut],
  [2, down],
  [1, outage],
  [3, forget],
  [7, up],
  [2, restart],
];
