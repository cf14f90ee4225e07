// What makes each alert of docker/monitoring fire, and what ends it.
import type { RedisProcess } from '@triptych/redis/testing';
import { databaseAlerts } from './alerts-of-database.js';
import { replicaAlerts } from './alerts-of-replicas.js';
import { dependencyAlerts, withoutMails } from './alerts-of-dependencies.js';
import type { AlertFault } from './faults.js';
import type { Fleets } from './fleets.js';
import type { Recipients } from './recipients.js';

/** What the faults happen to. */
export interface Scene {
  readonly fleets: Fleets;
  readonly redis: RedisProcess;
  readonly recipients: Recipients;
}

/** By what happens. */
export function alertFaults({
  fleets,
  redis,
  recipients,
}: Scene): Readonly<Record<string, AlertFault>> {
  const users = fleets.fleets.find(({ service }) => service.name === 'user-service')!;
  const usersUrl = fleets.urlOf('user-service');
  return {
    ...replicaAlerts(users),
    ...databaseAlerts(users.service.env['DATABASE_URL']!, usersUrl),
    ...dependencyAlerts(fleets, redis, recipients),
    'the mail server is away': withoutMails(recipients.mailServer, users.replicas[0]!),
  };
}
