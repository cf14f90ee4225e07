import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { readText, root } from './repository.js';

/** The fields of a Kubernetes object that the tests read. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template?: { readonly spec: PodSpec } };
}

interface Named {
  readonly name: string;
}

interface PodSpec {
  readonly securityContext: object;
  readonly containers: readonly {
    readonly image: string;
    readonly ports: readonly (Named & { readonly containerPort: number })[];
    readonly env: readonly (Named & { readonly value?: string })[];
    readonly envFrom: readonly { readonly configMapRef?: Named; readonly secretRef?: Named }[];
  }[];
}

interface Overlay {
  readonly images: readonly Named[];
  readonly configMapGenerator: readonly Named[];
  readonly secretGenerator: readonly (Named & { readonly literals: readonly string[] })[];
}

/** The objects of a folder, without its kustomization. */
export function readManifests(folder: string): Manifest[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(readText(join(folder, file)), { merge: true }))
    .map((document) => document.toJS() as Manifest);
}

/** The objects of docker/kubernetes, before kustomize names images and namespaces. */
export const manifests = ['docker/kubernetes/base', 'docker/kubernetes/example'].flatMap(
  readManifests,
);

/** Those of the balancer, which an overlay may add. */
export const balancerManifests = readManifests('docker/gateway');

/** The example overlay's own file. */
export const overlay = parse(readText('docker/kubernetes/example/kustomization.yaml')) as Overlay;
