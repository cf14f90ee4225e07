// `npm start` and `npm run demo`.
import { resolve } from 'node:path';
import { launch } from './launch.js';
import { wantsColour } from './readable-log.js';

const stop = new AbortController();
const kill = new AbortController();
let askedAt = 0;

// npm passes a Ctrl-C on that the terminal has sent us already, so only a later one asks for a second stop.
function ask() {
  if (!stop.signal.aborted) askedAt = Date.now();
  else if (Date.now() - askedAt > 1000) kill.abort();
  stop.abort();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);

// The reader of our output may end first, as in `npm start | head`; the stop is still graceful.
process.stdout.on('error', () => {});

process.exitCode = await launch({
  root: resolve(import.meta.dirname, '../../..'),
  demo: process.argv.includes('--demo'),
  env: process.env,
  print: (line) => console.log(line),
  colour: wantsColour(process.stdout, process.env),
  stop: stop.signal,
  kill: kill.signal,
});
