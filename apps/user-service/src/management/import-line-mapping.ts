import type { Fault } from '@triptych/errors';
import { validationFaults } from '@triptych/service-host';
import { parse } from 'secure-json-parse';
import { Compile } from 'typebox/compile';
import type { UserDraft } from '../users/user.js';
import { NewUserSchema } from '../users/users.schemas.js';

const newUser = Compile(NewUserSchema);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The line read as the body of `POST /users` is; null: it is not JSON. */
export function draftOfLine(bytes: Buffer): UserDraft | { faults: Fault[] } | null {
  let value: unknown;
  try {
    value = parse(utf8.decode(bytes), { protoAction: 'error', constructorAction: 'error' });
  } catch {
    return null;
  }
  return newUser.Check(value) ? value : { faults: validationFaults(newUser.Errors(value)) };
}
