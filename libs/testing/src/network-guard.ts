// Set-up file of every suite: a test that reaches for anything but loopback fails at once.
import { Socket } from 'node:net';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
// The method is taken off its object on purpose: it is called with the socket it belongs to.
// eslint-disable-next-line @typescript-eslint/unbound-method
const connect = Socket.prototype.connect as (...parameters: unknown[]) => Socket;

interface Target {
  host?: string;
  path?: string;
}

function targetOf(first: unknown, second: unknown): Target {
  const options: unknown = Array.isArray(first) ? first[0] : first;
  if (typeof options === 'object' && options !== null) return options;
  if (typeof options === 'string') return { path: options };
  return typeof second === 'string' ? { host: second } : {};
}

Socket.prototype.connect = function guarded(this: Socket, ...parameters: unknown[]) {
  const { host, path } = targetOf(parameters[0], parameters[1]);
  if (path === undefined && !loopback.test(host ?? 'localhost')) {
    throw new Error(`a test tried to connect to ${host}; only loopback is allowed`);
  }
  return connect.apply(this, parameters);
};
