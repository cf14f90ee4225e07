// What a reply must be before it is taken for what its type says. Members that a newer service adds are left as they are.
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isCursor: Check = (value) => value === null || isText(value);
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const membersOfUser = ['ID', 'FullName', 'Email', 'Phone', 'ContactAddress'];

export const isUser: Check = (value) =>
  isObject(value) && membersOfUser.every((name) => isText(value[name]));
