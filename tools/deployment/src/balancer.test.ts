import { parse } from 'yaml';
import { balancerManifests, manifests, type Manifest } from './manifests.js';
import { apps, readText } from './repository.js';

interface Service {
  readonly clusterIP?: string;
  readonly publishNotReadyAddresses?: boolean;
  readonly selector: Record<string, string>;
  readonly ports?: readonly { readonly name: string; readonly port: number }[];
}
interface Ingress {
  readonly rules: readonly {
    readonly host: string;
    readonly http: { readonly paths: readonly { readonly backend: { service: Backend } }[] };
  }[];
}
interface Backend {
  readonly name: string;
  readonly port: { readonly name: string };
}
type Change = { readonly path: string; readonly value: Backend };

const configuration = readText('docker/gateway/haproxy.cfg');
const component = parse(readText('docker/gateway/kustomization.yaml')) as {
  readonly patches: readonly { readonly target: object; readonly patch: string }[];
};
const find = (kind: string, name: string) =>
  [...manifests, ...balancerManifests].find(
    (one) => one.kind === kind && one.metadata.name === name,
  ) as Manifest;
const container = find('Deployment', 'balancer').spec.template!.spec.containers[0]!;
const serviceOf = (name: string) => find('Service', name).spec as unknown as Service;

describe('the balancer in Kubernetes', () => {
  it('is the image of compose.yaml', () => {
    const compose = parse(readText('docker/compose.yaml'), { merge: true }) as {
      readonly services: { readonly balancer: { readonly image: string } };
    };
    expect(container.image).toBe(compose.services.balancer.image);
  });

  it('has the ports that haproxy.cfg listens at', () => {
    const bound = [...configuration.matchAll(/^frontend (\w+) .*\n +bind :(\d+)/gm)];
    expect(bound).toHaveLength(4);
    expect(container.ports).toEqual(
      expect.arrayContaining(
        bound.map(([, name, port]) => ({ name, containerPort: Number(port) })),
      ),
    );
  });

  it.each(apps)('finds the pods of %s by a name with the addresses of them all', (app) => {
    const variable = app.toUpperCase().replace('-', '_');
    expect(configuration).toContain(`"\${${variable}-${app}}"`);
    const { value = '' } = container.env.find(({ name }) => name === variable)!;
    const [service = ''] = value.split('.');
    expect(serviceOf(service)).toMatchObject({
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: find('Deployment', app).spec.template && { 'app.kubernetes.io/name': app },
    });
  });

  it('gets what the ingress controller would send to the service of a host', () => {
    const ingress = find('Ingress', 'triptych').spec as unknown as Ingress;
    const [{ target, patch } = { target: {}, patch: '' }] = component.patches;
    expect(target).toEqual({ kind: 'Ingress', name: 'triptych' });
    const changes = parse(patch) as readonly Change[];
    expect(changes).toHaveLength(ingress.rules.length);
    ingress.rules.forEach(({ host, http }, n) => {
      const { path, value } = changes[n]!;
      expect(path).toBe(`/spec/rules/${n}/http/paths/0/backend/service`);
      expect(http.paths).toHaveLength(1);
      expect(value).toEqual({ name: 'balancer', port: { name: host.split('.')[0] } });
      expect(serviceOf('balancer').ports?.map(({ name }) => name)).toContain(value.port.name);
    });
  });
});
