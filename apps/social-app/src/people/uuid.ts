const shape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids are lower-case UUIDs, whose order as text is their order in the database. */
export function isUuid(text: string): boolean {
  return shape.test(text);
}
