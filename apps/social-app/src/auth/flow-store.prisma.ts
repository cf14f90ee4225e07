import type { PrismaClient } from '../generated/prisma/client.js';
import type { Flow, FlowStore } from './sign-in.js';

export function createPrismaFlowStore(prisma: PrismaClient): FlowStore {
  return {
    async insert(flow) {
      await prisma.authFlow.create({ data: flow });
    },
    async take({ state, provider, browserHash }, now) {
      const taken = await prisma.$queryRaw<Flow[]>`
        DELETE FROM auth_flows
        WHERE state = ${state} AND provider = ${provider} AND browser_hash = ${browserHash}
        RETURNING state, provider, nonce, browser_hash AS "browserHash",
          code_verifier AS "codeVerifier", callback_url AS "callbackUrl",
          link_user_id::text AS "linkUserId", expires_at AS "expiresAt"`;
      const flow = taken[0];
      return flow && flow.expiresAt > now ? flow : null;
    },
    async removeExpired(now) {
      await prisma.authFlow.deleteMany({ where: { expiresAt: { lte: now } } });
    },
  };
}
