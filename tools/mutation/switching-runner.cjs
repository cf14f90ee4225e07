// Jest's own runner of a test file, for code whose faults are switched on while it runs (src/switches.ts). Each test runs
// without a fault, and once more; then with each fault whose place it came by, until one test has noticed it. A fault counts
// as noticed when the test, run again at once without it, passes.
const { appendFileSync, readFileSync } = require('node:fs');
const { default: runTestFile } = require('jest-circus/runner');

const mostTestsPerFault = 8;

module.exports = (globalConfig, config, environment, ...rest) => {
  const [input, output] = process.env.FAULT_SWITCHES.split(':');
  const trial = createTrial(new Set(JSON.parse(readFileSync(input, 'utf8'))), (line) =>
    appendFileSync(output, `${JSON.stringify(line)}\n`),
  );
  environment.global.isFaultOn = trial.isOn;
  const handle = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    if (event.name === 'run_start') {
      environment.global[Symbol.for('RETRY_TIMES')] = Number.MAX_SAFE_INTEGER;
      environment.global[Symbol.for('RETRY_IMMEDIATELY')] = true;
    }
    if (event.name === 'test_start') trial.begin();
    if (event.name === 'test_done') {
      const again = trial.end(event.test.name, event.test.errors.length > 0);
      // Jest repeats a test that has an error.
      event.test.errors = again === undefined ? [] : [again];
    }
    await handle?.(event, state);
  };
  return runTestFile(globalConfig, config, environment, ...rest);
};

/**
 * What a test run is for: plain → again → (with a fault → if it failed: confirmed without it)* → the next test's plain.
 * `lost`: the tests of this file fail by themselves by now, so nothing more is tried.
 */
function createTrial(live, record) {
  const tried = new Map();
  const cameBy = new Set();
  let [stage, active, waiting] = ['plain', undefined, []];

  function nextFault() {
    active = waiting.shift();
    stage = active === undefined ? 'plain' : 'with a fault';
    if (active === undefined) return undefined;
    tried.set(active, (tried.get(active) ?? 0) + 1);
    record({ fault: active });
    return 'once more, with a fault';
  }

  const after = {
    plain(_test, failed) {
      waiting = [...cameBy].filter(
        (id) => live.has(id) && (tried.get(id) ?? 0) < mostTestsPerFault,
      );
      if (failed) return lose();
      if (waiting.length === 0) return undefined;
      stage = 'again';
      return 'once more, to see whether it can be repeated';
    },
    again(_test, failed) {
      if (!failed) return nextFault();
      // Not to be repeated: what it did the first time is in its way.
      stage = 'plain';
      return undefined;
    },
    'with a fault'(_test, failed) {
      if (!failed) return nextFault();
      stage = 'confirmed';
      return 'once more, without the fault';
    },
    confirmed(test, failed) {
      if (failed) return lose();
      live.delete(noticed);
      record({ fault: noticed, test });
      return nextFault();
    },
    lost: () => undefined,
  };
  let noticed;
  function lose() {
    stage = 'lost';
    return undefined;
  }

  return {
    isOn(id) {
      cameBy.add(id);
      return id === active;
    },
    begin() {
      if (stage === 'plain') cameBy.clear();
    },
    end(test, failed) {
      if (stage === 'with a fault' && failed) [noticed, active] = [active, undefined];
      return after[stage](test, failed);
    },
  };
}
