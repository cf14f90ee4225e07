import type { PrismaClient } from '../generated/prisma/client.js';
import type { SubscriptionStore } from './push-subscriptions.js';

export function createPrismaSubscriptionStore(prisma: PrismaClient): SubscriptionStore {
  return {
    async put({ sessionId, userId }, { endpoint, keys }, service) {
      const { p256dh, auth } = keys;
      const data = { userId, endpoint, service, p256dh, auth };
      const anew = { failures: 0, quietUntil: new Date() };
      await prisma.$transaction([
        // A browser has one endpoint, whoever is signed in there.
        prisma.pushSubscription.deleteMany({ where: { endpoint, sessionId: { not: sessionId } } }),
        prisma.pushSubscription.upsert({
          where: { sessionId },
          create: { sessionId, ...data },
          update: { ...data, ...anew },
        }),
      ]);
    },
    async remove(sessionId) {
      return (await prisma.pushSubscription.deleteMany({ where: { sessionId } })).count > 0;
    },
  };
}
