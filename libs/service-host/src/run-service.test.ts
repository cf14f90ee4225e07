import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { freePort } from '@triptych/free-port';
import { request } from 'undici';
import { killSampleServices, startSampleService } from './sample-process.fixture.js';

afterEach(killSampleServices);

describe('runService', () => {
  it('finishes what is in flight on SIGTERM, closes in order and exits 0', async () => {
    const service = startSampleService();
    const { address } = await service.line('listening');
    const response = request(`${address}/slow`);
    await service.line('slow request begun');
    service.child.kill('SIGTERM');
    expect(await (await response).body.json()).toEqual({ slow: 'done' });
    expect((await service.exited)[0]).toBe(0);
    const stages = ['stopping', 'slow request done', 'closing resources', 'resources closed'];
    const logged = service.lines.map(({ msg }) => msg).filter((msg) => stages.includes(msg));
    expect(logged).toEqual(stages);
    // What is logged last may overtake the line before it: pino writes the one in a thread, the other at the exit.
    const timeOf = (msg: string) => service.lines.find((line) => line.msg === msg)!.time;
    expect(timeOf('stopped') >= timeOf('resources closed')).toBe(true);
  });

  it('is not ready from the signal on, serves through the pause for the balancer, and ends the ops port last', async () => {
    const PORT = String(await freePort());
    const service = startSampleService({ SHUTDOWN_DELAY_MS: '400', PORT });
    const { address, ops } = await service.line('listening');
    const statusOf = async (url: string) => {
      const { statusCode, body } = await request(url, { reset: true });
      await body.dump();
      return statusCode;
    };
    const probes = () =>
      Promise.all(['live', 'ready'].map((probe) => statusOf(`${ops}/-/${probe}`)));
    expect(await probes()).toEqual([200, 200]);
    service.child.kill('SIGTERM');
    await service.line('stopping');
    expect(await probes()).toEqual([200, 503]);
    expect(await statusOf(`${address}/slow`)).toBe(200);
    await service.line('closing resources');
    expect(await probes()).toEqual([200, 503]);
    await expect(statusOf(`${address}/slow`)).rejects.toThrow('ECONNREFUSED');
    expect((await service.exited)[0]).toBe(0);
    const logged = service.lines.map(({ msg }) => msg);
    expect(logged.indexOf('slow request done')).toBeLessThan(logged.indexOf('closing resources'));
  });

  it('tells clients on kept connections of its end, and resets none', async () => {
    const service = startSampleService({ SHUTDOWN_DELAY_MS: '600', RATE_LIMIT_MAX: '0' });
    const { address } = await service.line('listening');
    const { port } = new URL(address!);
    const ask = (socket: Socket) => socket.write('GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n');
    const open = () => {
      const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
      const ended = once(socket, 'end');
      return { socket, ended, reply: async () => String((await once(socket, 'data'))[0]) };
    };
    const [busy, idle] = [open(), open()];
    for (const { socket, reply } of [busy, idle]) {
      ask(socket);
      expect(await reply()).toMatch(/^HTTP\/1.1 200 (?![^]*connection: close)/i);
    }
    service.child.kill('SIGTERM');
    await service.line('stopping');
    const late = open();
    for (const { socket, reply, ended } of [busy, late]) {
      ask(socket);
      expect(await reply()).toMatch(/^HTTP\/1.1 200 [^]*connection: close/i);
      await ended;
    }
    await idle.ended;
    expect((await service.exited)[0]).toBe(0);
  });

  it('brings a start that is under way to its end when it is stopped, and closes what that opened', async () => {
    const service = startSampleService({ MODE: 'slow' });
    await service.line('start begun');
    service.child.kill('SIGTERM');
    expect((await service.exited)[0]).toBe(0);
    const logged = service.lines.map(({ msg }) => msg);
    expect(logged.slice(0, 4)).toEqual([
      'start begun',
      'stopping',
      'start done',
      'closing resources',
    ]);
    // The last two may be written in either order.
    expect(logged.slice(4).sort()).toEqual(['resources closed', 'stopped']);
  });

  it('reports every fault of the environment together and exits 1', async () => {
    const service = startSampleService({ PORT: 'eighty', LOG_LEVEL: 'loud' });
    expect((await service.exited)[0]).toBe(1);
    expect(service.stderr()).toMatch(/PORT[^]*LOG_LEVEL/);
  });

  it('sends metrics in the configured format', async () => {
    const service = startSampleService({ METRICS_EXEMPLARS: 'true' });
    const { ops } = await service.line('listening');
    const { headers, body } = await request(`${ops}/-/metrics`);
    expect(headers['content-type']).toMatch(/^application\/openmetrics-text/);
    expect(await body.text()).toContain('process_cpu_user_seconds_total{service="sample-service"}');
  });

  it('exits 1 when the service cannot start', async () => {
    const service = startSampleService({ MODE: 'broken' });
    expect((await service.exited)[0]).toBe(1);
    expect(service.lines.at(-1)).toMatchObject({
      msg: 'cannot go on',
      err: { message: 'no database' },
    });
  });

  it('stops with 1 after an error that nobody caught, at once', async () => {
    const service = startSampleService({ SHUTDOWN_DELAY_MS: '8000' });
    const { address } = await service.line('listening');
    await request(`${address}/reject`).catch(() => undefined);
    expect((await service.exited)[0]).toBe(1);
    const timeOf = (msg: string) =>
      Date.parse(service.lines.find((line) => line.msg === msg)!.time);
    expect(timeOf('closing resources') - timeOf('stopping after an error')).toBeLessThan(6000);
  });

  it('runs a sub-command and exits, and refuses one it does not have', async () => {
    const known = startSampleService({}, 'hello');
    expect((await known.exited)[0]).toBe(0);
    expect(known.lines.map(({ msg }) => msg)).toEqual(['hello from a command']);
    const unknown = startSampleService({}, 'dance');
    expect((await unknown.exited)[0]).toBe(1);
  });
});
