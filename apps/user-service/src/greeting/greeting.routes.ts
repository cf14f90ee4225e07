import { operationsOf, type Server } from '@triptych/service-host';
import { Type } from 'typebox';
import { greeting, homePage, wantsJson } from './greeting.js';

const GreetingSchema = Type.Object({ data: Type.String() }, { title: 'Greeting' });
const HomePageSchema = Type.String({ description: 'An HTML page' });

const greet = operationsOf('greeting')('greet', 'Greet', {
  description: 'JSON when the Content-Type of the request is application/json, else an HTML page.',
  response: {
    200: {
      description: 'The greeting',
      content: {
        'text/html': { schema: HomePageSchema },
        'application/json': { schema: GreetingSchema },
      },
    },
  },
});

export async function greetingRoutes(app: Server) {
  app.get('/', greet, async (request, reply) => {
    void reply.header('vary', 'Content-Type');
    if (wantsJson(request.headers['content-type'])) return { data: greeting };
    void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    return reply.type('text/html; charset=utf-8').send(homePage);
  });
}
