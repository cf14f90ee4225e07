// Preloaded into a measured server: says for how long its event loop was held, and what it holds in memory, so that the
// latter can be told apart from what is not collected yet.
const { monitorEventLoopDelay } = require('node:perf_hooks');

let delay;
process.on('message', (question) => {
  if (question === 'loop') {
    const [p99, max] = delay ? [delay.percentile(99) / 1e6, delay.max / 1e6] : [NaN, NaN];
    // From the first question on: its timer costs idle servers something.
    delay ??= monitorEventLoopDelay({ resolution: 1 });
    delay.reset();
    delay.enable();
    process.send({ p99, max });
    return;
  }
  globalThis.gc();
  // The second run ends the sweeping that the first one leaves to other threads.
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send({ liveBytes: heapUsed + external });
});
// Absent in a worker thread, where this is preloaded too.
process.channel?.unref();
