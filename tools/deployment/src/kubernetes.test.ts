import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  balancerManifests,
  manifests,
  overlay,
  readManifests,
  type Manifest,
} from './manifests.js';
import { apps, root, variablesOf, type App } from './repository.js';

const require = createRequire(import.meta.url);

type Model = new (value: Manifest) => { validate(): void };

/** The class that validates the fields of a kind. */
function modelOf({ apiVersion, kind }: Manifest): Model {
  const models = require(`kubernetes-models/${apiVersion}/${kind}`) as Record<string, Model>;
  return models[kind] as Model;
}

const named = (manifest: Manifest) => `${manifest.kind} ${manifest.metadata.name}`;
const find = (kind: string, name: string) =>
  manifests.find((manifest) => named(manifest) === `${kind} ${name}`);
const cases = [...manifests, ...balancerManifests].map(
  (manifest) => [named(manifest), manifest] as const,
);

describe('docker/kubernetes', () => {
  it.each(cases)('%s has the fields of its kind', (_name, manifest) => {
    const Kind = modelOf(manifest);
    expect(() => new Kind(manifest).validate()).not.toThrow();
  });

  it('fails on a wrong field', () => {
    const deployment = find('Deployment', 'user-service') as Manifest;
    const Kind = modelOf(deployment);
    const broken = { ...deployment, spec: { ...deployment.spec, replicas: 'many' } } as Manifest;
    expect(() => new Kind(broken).validate()).toThrow(/replicas/);
  });

  const podSpecs = cases.filter(([, { spec }]) => spec?.template !== undefined);

  it.each(podSpecs)('%s is confined', (_name, { spec }) => {
    expect(spec.template?.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          resources: { limits: { memory: expect.any(String) } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    });
  });

  it.each(apps)(
    '%s has its ports, three probes on the ops port, a disruption budget and an autoscaler',
    async (app: App) => {
      const { PORT, HEALTH_PORT } = await variablesOf(app);
      const probe = (path: string) => ({ httpGet: { path, port: 'ops' } });
      expect(find('Deployment', app)?.spec.template?.spec.containers[0]).toMatchObject({
        ports: [
          { name: 'http', containerPort: PORT?.default },
          { name: 'ops', containerPort: HEALTH_PORT?.default },
        ],
        startupProbe: probe('/-/startup'),
        livenessProbe: probe('/-/live'),
        readinessProbe: probe('/-/ready'),
      });
      expect(find('Service', app)?.spec).toMatchObject({ ports: [{ name: 'http' }] });
      expect(find('PodDisruptionBudget', app)).toBeDefined();
      expect(find('HorizontalPodAutoscaler', app)).toBeDefined();
    },
  );

  it('the example overlay defines each image, config map and secret that a pod refers to', () => {
    const referring = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
    for (const { image, envFrom } of referring) {
      expect(names(overlay.images)).toContain(image);
      for (const { configMapRef, secretRef } of envFrom) {
        if (configMapRef) expect(names(overlay.configMapGenerator)).toContain(configMapRef.name);
        if (secretRef) expect(names(overlay.secretGenerator)).toContain(secretRef.name);
      }
    }
  });

  it.each(overlay.secretGenerator)(
    'no service starts with the secrets of $name',
    async (secret) => {
      const { placeholderFaults } = (await import(
        pathToFileURL(join(root, 'libs/service-host/src/placeholders.ts')).href
      )) as { placeholderFaults: (config: object) => readonly string[] };
      const values = secret.literals.map((line) => line.split(/=(.*)/s).slice(0, 2));
      const faults = placeholderFaults({ APP_ENV: 'production', ...Object.fromEntries(values) });
      expect(faults.map((fault) => fault.split(' ')[0])).toEqual(values.map(([name]) => name));
    },
  );

  it('embed-server reaches the receiver of its traces', () => {
    expect(find('NetworkPolicy', 'embed-server-asks-the-internet')?.spec).toMatchObject({
      egress: expect.arrayContaining([
        {
          to: [{ namespaceSelector: { matchLabels: { 'triptych.example/role': 'monitoring' } } }],
          ports: [{ port: 4318 }],
        },
      ]),
    });
  });
});

describe('docker/kubernetes/postgres', () => {
  it('has a database, its owner and the secret of both for each service that wants one', () => {
    const objects = readManifests('docker/kubernetes/postgres');
    const specOf = (kind: string) => objects.find((one) => one.kind === kind)!.spec;
    expect(specOf('Cluster')).toMatchObject({
      bootstrap: { initdb: { database: 'user_service', owner: 'user_service' } },
      managed: { roles: [{ name: 'social_app', passwordSecret: { name: 'social-app-owner' } }] },
    });
    expect(specOf('Database')).toMatchObject({ name: 'social_app', owner: 'social_app' });
    const wanted = overlay.secretGenerator.flatMap(({ literals }) =>
      literals.filter((line) => line.startsWith('DATABASE_URL=')),
    );
    const names = wanted.map((line) => new URL(line.slice('DATABASE_URL='.length)));
    expect(names.map(({ username, pathname }) => username + pathname)).toEqual([
      'user_service/user_service',
      'social_app/social_app',
    ]);
  });
});
