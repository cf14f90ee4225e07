import { setTimeout as pause } from 'node:timers/promises';
import type { RedisProcess } from '@triptych/redis/testing';
import type { AlertFault } from './faults.js';
import { type Fleets, killAndStart } from './fleets.js';
import type { Replica } from './replica.js';
import type { Recipients } from './recipients.js';
import type { Restartable } from './services.js';
import { comeBackInVain } from './sign-in.js';

/** What happens around the services, by its name. */
export function dependencyAlerts(
  { around: { balancer, provider, upstreams }, urlOf }: Fleets,
  redis: RedisProcess,
  recipients: Recipients,
): Readonly<Record<string, AlertFault>> {
  let unknownPost = 1_000_000_000_000;
  const askForPost = () => fetch(`${urlOf('embed-server')}/tweet/${unknownPost++}`);
  return {
    'the balancer ends': {
      alerts: ['BalancerGone'],
      strike: () => balancer.close(),
      heal: () => balancer.start(),
    },
    'Redis ends': {
      alerts: ['RedisAway', 'SharedCacheAway', 'ReplicasDeaf', 'EventsLate', 'EventsLateSlowly'],
      strike: () => redis.kill(),
      heal: () => redis.start(),
    },
    'the provider of sign-ins is away': {
      alerts: ['NobodySignsIn'],
      ...away(provider, () => comeBackInVain(urlOf('social-app'))),
    },
    'upstreams are away': { alerts: ['UpstreamFails'], ...away(upstreams, askForPost) },
    'a push service refuses': {
      alerts: ['PushRefused'],
      strike: async () => recipients.refusePushes(true),
      heal: async () => recipients.refusePushes(false),
    },
    'a receiver of webhooks is gone': {
      alerts: ['WebhookOff'],
      strike: () => recipients.addGoneWebhook(),
      heal: () => Promise.resolve(),
    },
  };
}

/** Away, while somebody goes on wanting it. */
function away(thing: Restartable, want: () => Promise<unknown>) {
  let isAway = false;
  let wanting: Promise<void>;
  const repeat = async () => {
    while (isAway) {
      await want().catch(() => null);
      await pause(300);
    }
  };
  return {
    async strike() {
      await thing.close();
      isAway = true;
      wanting = repeat();
    },
    async heal() {
      isAway = false;
      await wanting;
      await thing.start();
    },
  };
}

/**
 * The mail server is away. A replica asks it less and less often, once a minute in the end, and the times of the rules are a sixtieth
 * here: so one begins anew again and again.
 */
export function withoutMails(mailServer: Restartable, replica: Replica): AlertFault {
  return { alerts: ['MailsKept'], ...away(mailServer, () => killAndStart(replica)) };
}
