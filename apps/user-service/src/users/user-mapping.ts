import type { User } from './user.js';

/** A user as it is sent. */
export function userToWire({ id, fullName, email, phone, contactAddress }: User) {
  return {
    ID: id,
    FullName: fullName,
    Email: email,
    Phone: phone,
    ContactAddress: contactAddress,
  };
}
