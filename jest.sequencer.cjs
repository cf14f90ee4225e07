// The order of the test files of a suite. On a machine that has run none of them before, Jest begins with the largest. These
// are small and take long: as the last ones they would leave the other processors idle for up to two minutes.
const { default: Sequencer } = require('@jest/test-sequencer');

const takesLong = ({ path }) => /\/(machine|every-recording)\.browser\.test\.ts$/.test(path);

module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(takesLong), ...sorted.filter((test) => !takesLong(test))];
  }

  // Where there are no more files than parts, some part would have none and pass without a test.
  shard(tests, options) {
    return tests.length <= options.shardCount ? tests : super.shard(tests, options);
  }
};
