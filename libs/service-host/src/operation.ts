import type { ProblemClass } from '@triptych/schemas';

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
    { errors = [], ...shapes }: Shapes & { readonly errors?: readonly ProblemClass[] },
  ) => ({ config: { errors }, schema: { operationId, summary, tags: [tag], ...shapes } });
}
