import { readFileSync } from 'node:fs';

interface Operation {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export const services = ['embed-server', 'social-app', 'user-service'] as const;

export const documentFile = (service: string) =>
  new URL(`../../../apps/${service}/openapi.json`, import.meta.url);

/** `GET /users/{email}` → what the document says of it. */
function operationsOf(service: string): Map<string, Operation> {
  const { paths } = JSON.parse(readFileSync(documentFile(service), 'utf8')) as Document;
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );
  return new Map(entries);
}

/** Which operations of a service a client has called, and with what success. */
export function createCallLog(service: string) {
  const operations = operationsOf(service);
  const statuses = new Map<string, number[]>();
  const templates = [...operations.keys()].map((name) => {
    const pattern = name.slice(name.indexOf(' ') + 1).replace(/\{\w+\}/g, '[^/]+');
    return { name, pattern: new RegExp(`^${name.slice(0, name.indexOf(' '))} ${pattern}$`) };
  });
  return {
    /** Takes down one call by its address; of several paths that fit the one that says more. */
    addUrl(method: string, url: string, status: number) {
      const called = `${method} ${new URL(url).pathname}`;
      const fitting = templates.filter(({ pattern }) => pattern.test(called));
      const name = fitting.find((one) => one.name === called)?.name ?? fitting[0]?.name ?? called;
      statuses.set(name, [...(statuses.get(name) ?? []), status]);
    },
    /** Takes down one call by a generated client: its path as the document writes it, and the status of the reply. */
    add(method: string, path: string, status: number) {
      const name = `${method.toUpperCase()} ${path}`;
      statuses.set(name, [...(statuses.get(name) ?? []), status]);
    },
    /** Operations that never succeeded, with the statuses they replied instead. */
    missing: () =>
      [...operations.keys()]
        .filter((name) => !statuses.get(name)?.some((status) => status < 400))
        .map((name) => `${name}: ${statuses.get(name)?.join(', ') ?? 'not called'}`),
    /** Replies whose status the document does not name. */
    undocumented: () =>
      [...statuses].flatMap(([name, list]) =>
        list
          .filter((status) => !(String(status) in (operations.get(name)?.responses ?? {})))
          .map((status) => `${name}: ${status}`),
      ),
  };
}

export type CallLog = ReturnType<typeof createCallLog>;
