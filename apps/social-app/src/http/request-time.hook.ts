import type { Server } from '@triptych/service-host';

/** The time of one request: what `run` starts has it until `end`. */
export interface RequestTime {
  run(work: () => void): void;
  end(): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    databaseTime: RequestTime | undefined;
  }
}

/** Every request waits for the database within a time of its own, until its reply begins (ADR 0033). */
export function limitDatabaseTime(app: Server, createTime: () => RequestTime): void {
  app.decorateRequest('databaseTime', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.databaseTime = createTime();
    request.databaseTime.run(done);
  });
  // A body arrives by events of its connection, which are of no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.databaseTime) request.databaseTime.run(done);
    else done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.databaseTime?.end();
    done(null, payload);
  });
}
