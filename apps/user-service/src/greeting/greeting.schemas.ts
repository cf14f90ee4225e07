import { Type } from 'typebox';

export const GreetingSchema = Type.Object({ data: Type.String() }, { title: 'Greeting' });

export const HomePageSchema = Type.String({ description: 'An HTML page' });
