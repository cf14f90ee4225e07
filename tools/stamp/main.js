// The file that `node dist/main.js` runs; the service is the bundle beside it (ADR 0040).
// A container runs it as process 1, to which the kernel delivers no signal that it does not handle: a stop that comes while
// the bundle is loaded would be lost, and the service would start and stay. Guarantees from here on: a stop ends it.
//   loading   → nothing has begun: the service ends with 0
//   service   → its own handlers stop it in order
//   command   → it ends at once, and not with 0: a job that is stopped is not done. Migrations may be killed (ADR 0028).
const numbers = { SIGINT: 2, SIGTERM: 15 };
const isCommand = process.argv.length > 2;

for (const [signal, number] of Object.entries(numbers)) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(isCommand ? 128 + number : 0);
  });
}

await import('./service.js');
