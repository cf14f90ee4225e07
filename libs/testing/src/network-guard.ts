// Set-up file of every suite: a test that reaches for anything but loopback fails at once.
import type { LookupAddress } from 'node:dns';
import { Socket, type LookupFunction } from 'node:net';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
// An empty label cannot be sent to a resolver: such a name is unknown without asking anybody.
const unknown = /^[a-z]+\.\.[a-z]+$/;
// The method is taken off its object on purpose: it is called with the socket it belongs to.
// eslint-disable-next-line @typescript-eslint/unbound-method
const connect = Socket.prototype.connect as (...parameters: unknown[]) => Socket;

interface Target {
  host?: string;
  path?: string;
  lookup?: LookupFunction;
}

function targetOf(first: unknown, second: unknown): Target {
  const options: unknown = Array.isArray(first) ? first[0] : first;
  if (typeof options === 'object' && options !== null) return options;
  if (typeof options === 'string') return { path: options };
  return typeof second === 'string' ? { host: second } : {};
}

function refusal(host: string): Error {
  return new Error(`a test tried to connect to ${host}; only loopback is allowed`);
}

/** A test may bring a resolver of its own; then its answers are what counts, not the name. */
function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, response, family) => {
      const addresses =
        typeof response === 'string' ? [response] : (response as LookupAddress[] | undefined);
      const outside = addresses
        ?.map((entry) => (typeof entry === 'string' ? entry : entry.address))
        .find((address) => !loopback.test(address));
      callback(error ?? (outside === undefined ? null : refusal(outside)), response, family);
    });
}

Socket.prototype.connect = function guarded(this: Socket, ...parameters: unknown[]) {
  const target = targetOf(parameters[0], parameters[1]);
  const { host = 'localhost', path, lookup } = target;
  if (path !== undefined || loopback.test(host) || unknown.test(host))
    return connect.apply(this, parameters);
  if (!lookup) throw refusal(host);
  target.lookup = guardLookup(lookup);
  return connect.apply(this, parameters);
};
