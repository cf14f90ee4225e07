// A plugin without a name has Fastify search `require.cache` for its file; Jest's is a proxy that takes
// milliseconds for each look, most of the time of a suite that starts a server for every test.
const displayName = Symbol.for('fastify.display-name');

Object.defineProperty(Function.prototype, displayName, {
  configurable: true,
  get(this: { name: string }) {
    return this.name || 'anonymous';
  },
  set(this: object, value: string) {
    Object.defineProperty(this, displayName, { value, writable: true, configurable: true });
  },
});
