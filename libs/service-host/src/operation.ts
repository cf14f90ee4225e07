import type { ProblemClass } from '@triptych/schemas';

interface OperationFacts {
  readonly errors?: readonly ProblemClass[];
  readonly faultsAre500?: boolean;
}

/**
 * Makes the options of routes under one tag: how the operation is named in the API document, its shapes (`body`,
 * `params`, `querystring`, `headers`, `response`), and the errors that its use case throws.
 *
 * ```ts
 * const operation = operationsOf('friends');
 * const accept = operation('acceptRequest', 'Accept a request', { body, response, errors: [NoRequest] });
 * app.post('/accept', accept, (request) => friends.accept(request.body.id));
 * ```
 */
export function operationsOf(tag: string) {
  return <Shapes extends object>(
    operationId: string,
    summary: string,
    { errors = [], faultsAre500 = false, ...shapes }: Shapes & OperationFacts,
  ) => ({
    config: { errors, faultsAre500 },
    schema: { operationId, summary, tags: [tag], ...shapes },
  });
}

interface Operation {
  readonly config: OperationFacts;
  readonly schema: { readonly operationId: string };
}

/**
 * The same for a HEAD that is no GET's, which the API document shows. It has its name from the configuration: with one in its schema
 * the generator makes a copy of the route, which knows nothing of hooks that come later.
 */
export function headOperation<O extends Operation>({ config, schema }: O) {
  const { operationId, ...rest } = schema;
  const shown = { ...config, operationId, swagger: { exposeHeadRoute: true } };
  return {
    config: shown as typeof shown & O['config'],
    schema: rest as Omit<O['schema'], 'operationId'>,
  };
}
