import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/**
 * TypeBox's compiler, which converts what a path or query says to the types of the schema before it checks them. Where
 * a path is to hold strings only, there is nothing to convert, and the walk that finds so is left out.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = (route) => {
  const asItIs = route.httpPart === 'params' && holdsStrings(route.schema);
  return TypeBoxValidatorCompiler(asItIs ? { ...route, httpPart: 'body' } : route);
};

function holdsStrings(schema: TSchema): boolean {
  const { properties } = schema as { properties?: Record<string, { type?: unknown }> };
  return (
    properties !== undefined && Object.values(properties).every(({ type }) => type === 'string')
  );
}
