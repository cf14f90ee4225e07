import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { AccountStore, ProviderIdentity, User } from './account-store.port.js';

const asUser = { id: true, name: true, email: true, image: true } as const;

export function createPrismaAccountStore(prisma: PrismaClient): AccountStore {
  async function refresh(identity: ProviderIdentity): Promise<User | null> {
    const { issuer, subject } = identity;
    const account = await prisma.account.findUnique({
      where: { issuer_subject: { issuer, subject } },
      select: { userId: true },
    });
    if (!account) return null;
    const write = (data: ReturnType<typeof profile>) =>
      prisma.user.update({ where: { id: account.userId }, data, select: asUser });
    return unlessTaken(
      () => write(profile(identity)),
      // The new address belongs to someone else, the old one no longer to this user: found by neither.
      () => write({ ...profile(identity), emailKey: null }),
    );
  }

  function create(identity: ProviderIdentity): Promise<User> {
    const { issuer, subject, provider } = identity;
    const accounts = { create: { issuer, subject, provider } };
    return prisma.user.create({ data: { ...profile(identity), accounts }, select: asUser });
  }

  return {
    async admit(identity) {
      const known = await refresh(identity);
      if (known) return known;
      return unlessTaken(
        () => create(identity),
        // Either another request made the same account first, or another user holds the address.
        async () => (await refresh(identity)) ?? 'email-taken',
      );
    },
    findById: (id) => prisma.user.findUnique({ where: { id }, select: asUser }),
    findByEmailKey: (emailKey) => prisma.user.findUnique({ where: { emailKey }, select: asUser }),
  };
}

function profile({ name, email, image, emailKey }: ProviderIdentity) {
  return { name, email, image, emailKey };
}

async function unlessTaken<A, B>(write: () => Promise<A>, otherwise: () => Promise<B>) {
  try {
    return await write();
  } catch (error) {
    const known = error instanceof Prisma.PrismaClientKnownRequestError;
    if (known && error.code === 'P2002') return otherwise();
    throw error;
  }
}
