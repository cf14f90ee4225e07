import { connect } from 'node:net';
import { request } from 'undici';

describe('network guard', () => {
  it.each(['example.org', '192.0.2.1', '10.0.0.1'])('refuses %s', async (host) => {
    expect(() => connect(443, host)).toThrow(/only loopback/);
    expect(() => connect({ port: 443, host })).toThrow(/only loopback/);
    await expect(request(`http://${host}/`)).rejects.toThrow(/only loopback/);
  });
});
