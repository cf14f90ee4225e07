// Preloaded into a measured server, so that what it holds can be told apart from what is not collected yet.
process.on('message', () => {
  globalThis.gc();
  // The second run ends the sweeping that the first one leaves to other threads.
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send({ liveBytes: heapUsed + external });
});
// Absent in a worker thread, where this is preloaded too.
process.channel?.unref();
