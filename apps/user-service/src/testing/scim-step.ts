/** A request of a provider, and what it has to be replied. `:id` is the id of the user that the play registered last. */
export interface Step {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly status: number;
  /** What the reply has to hold, as the source wants it. */
  readonly reply?: object;
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export const patch = (...Operations: object[]) => ({ schemas: [patchSchema], Operations });
export const byUserName = (name: string) =>
  `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`;
export const work = (value: string) => ({ primary: true, type: 'work', value });
