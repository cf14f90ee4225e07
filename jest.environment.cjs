// Node as the tests see it, and a look at what each test file leaves behind. It fails when a socket, a server, a child
// process, a timer or a test database outlives its tests: what nobody closes there, nobody closes in the service either.
const { setTimeout: pause } = require('node:timers/promises');
const { TestEnvironment } = require('jest-environment-node');

// Sockets and processes that are being closed may need three seconds, and longer where everything does: it is looked so often,
// with so many milliseconds between. A timer that is cleared is gone at once.
const [mostLooks, pauseBetween] = [150, 20];
const ours = /\/(apps|libs|tools)\/[^/]+\/src\//;
const ofTests = /\.(test|fixture|contract)\.tsx?|\/testing\/|node_modules/;
const streams = new Set([process.stdin, process.stdout, process.stderr]);

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.before = new Set(process._getActiveHandles());
    this.timers = new Map();
    this.record('setInterval', () => true);
    // One that is detached from the event loop ends by itself.
    this.record('setTimeout', (timer) => timer.hasRef());
  }

  /** Remembers the timers that are started, and where. */
  record(name, counts) {
    const start = this.global[name];
    const record = (...parameters) => {
      const timer = start(...parameters);
      this.timers.set(timer, { name, trace: traceOf(record), counts });
      if (this.timers.size % 100 === 0) this.forgetEnded();
      return timer;
    };
    // `util.promisify(setTimeout)` looks there.
    this.global[name] = Object.defineProperties(record, Object.getOwnPropertyDescriptors(start));
  }

  async handleTestEvent({ name }, state) {
    if (name !== 'run_finish') return;
    const timers = this.leftTimers();
    for (let looks = 0; looks < mostLooks && this.leftHandles().length > 0; looks += 1) {
      await pause(pauseBetween);
    }
    const databases = [...(this.global[Symbol.for('triptych test databases')] ?? [])];
    const left = [...timers, ...this.leftHandles(), ...databases];
    if (left.length === 0) return;
    const error = new Error(`the tests of this file leave behind:\n${left.join('\n')}`);
    error.stack = error.message;
    state.unhandledErrors.push(error);
  }

  forgetEnded() {
    for (const timer of this.timers.keys()) if (timer._destroyed) this.timers.delete(timer);
  }

  leftTimers() {
    this.forgetEnded();
    return [...this.timers].flatMap(([timer, { name, trace, counts }]) => {
      const place = counts(timer) ? placeIn(trace) : '';
      return ours.test(place) && !ofTests.test(place) ? [`${name} ${place}`] : [];
    });
  }

  leftHandles() {
    return process
      ._getActiveHandles()
      .filter((handle) => !this.before.has(handle) && !streams.has(handle))
      .map(describeHandle);
  }
};

/** Where the function was called, not yet read: source maps make that slow, and most timers end before anybody asks. */
function traceOf(called) {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  const trace = {};
  Error.captureStackTrace(trace, called);
  Error.stackTraceLimit = limit;
  return trace;
}

function placeIn({ stack }) {
  return stack.split('\n')[1]?.trim() ?? '';
}

function describeHandle({
  constructor,
  localPort,
  remotePort,
  spawnargs,
  _connectionKey: listens,
}) {
  return `${constructor.name} ${JSON.stringify({ localPort, remotePort, listens, spawnargs })}`;
}
