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
