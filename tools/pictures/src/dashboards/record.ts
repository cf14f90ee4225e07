import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { startMonitored } from '@triptych/drill';
import { letHappen } from './incidents.js';
import { startVisitors } from './visitors.js';

/** What the dashboards show: milliseconds since 1970. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const fileName = 'range.json';
/** The longest window of a dashboard's query but those over its whole time. */
const untilWindowsAreFullMs = 15_000;

/** Runs the services with what happens to them, unless this folder has what Prometheus saw of it before. */
export async function record(folder: string): Promise<Range> {
  const file = join(folder, fileName);
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await run(folder)));
  return JSON.parse(readFileSync(file, 'utf8')) as Range;
}

async function run(folder: string): Promise<Range> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const monitored = await startMonitored(process.env['TEST_DATABASE_URL'], folder, ends);
    const visitors = await startVisitors(monitored);
    ends.push(() => visitors.close());
    await pause(untilWindowsAreFullMs);
    const from = Date.now();
    for (const line of await letHappen(monitored)) console.log(line);
    return { from, to: Date.now() };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}
