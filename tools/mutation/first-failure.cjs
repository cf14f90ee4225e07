// Jest's own runner of a test file, which skips what is left of it once a test has failed: one is enough to notice a fault.
// The hooks that clean up still run.
const { default: runTestFile } = require('jest-circus/runner');

module.exports = (globalConfig, config, environment, ...rest) => {
  const handle = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    if (event.name === 'test_done' && event.test.errors.length > 0) skip(state.rootDescribeBlock);
    await handle?.(event, state);
  };
  return runTestFile(globalConfig, config, environment, ...rest);
};

function skip(block) {
  for (const child of block.children) {
    if (child.type === 'describeBlock') skip(child);
    else child.mode = 'skip';
  }
}
