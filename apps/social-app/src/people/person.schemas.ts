import { Type, type TSchema } from 'typebox';

// Shapes that several features send.

const described = (description?: string) => (description === undefined ? {} : { description });

export const id = Type.String({ format: 'uuid' });

export const nullable = <Shape extends TSchema>(shape: Shape, description?: string) =>
  Type.Union([shape, Type.Null()], described(description));

export const nullableText = (description?: string) => nullable(Type.String(), description);

/** A `Date` to the compiler; the serializer writes it. */
export const date = (description?: string) =>
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', ...described(description) });

/** @param otherwise what it means when nothing changed */
export const changed = (otherwise: string, description = 'Done.') =>
  Type.Object({ changed: Type.Boolean({ description: otherwise }) }, { description });
