import { join } from 'node:path';
import { lintCompose, readCompose } from './compose-file.js';
import { apps, readText, root } from './repository.js';

const { services, secrets, networks } = readCompose();

describe('compose.yaml', () => {
  it('passes the linter', () => {
    expect(lintCompose(join(root, 'docker/compose.yaml'))).toEqual([]);
  });

  it.each(Object.keys(services))('%s is confined', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
    });
  });

  it('publishes the ports of the gateway alone', () => {
    const published = Object.keys(services).filter((name) => services[name]?.ports);
    expect(published).toEqual(['gateway']);
  });

  it('connects each service to the balancer alone, over a network of their own', () => {
    for (const app of apps) {
      const edges = (services[app]?.networks ?? []).filter((name) => name.startsWith('edge-'));
      expect(edges).toHaveLength(1);
      const others = Object.keys(services).filter((name) =>
        services[name]?.networks?.includes(edges[0] ?? ''),
      );
      expect(others).toEqual(['balancer', app]);
      // Each asks others on the internet, were it only when it is configured to.
      expect(networks[edges[0] ?? '']?.internal).toBeUndefined();
    }
  });

  it('has a file for each secret, and make-secrets.sh makes it', () => {
    const made = readText('docker/make-secrets.sh');
    for (const [name, { file }] of Object.entries(secrets)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(made).toContain(
        name.replace(/^(user-service|social-app)-database-/, '$service-database-'),
      );
    }
  });
});
