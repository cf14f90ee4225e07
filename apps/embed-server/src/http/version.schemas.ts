import { Type } from 'typebox';

export const VersionSchema = Type.Object({ version: Type.String() });
