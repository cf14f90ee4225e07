import { PrismaPg } from '@prisma/adapter-pg';

/** The part of user-service's generated client that the peers use. */
export interface UserClient {
  readonly user: {
    findUnique(query: { where: { email: string } }): Promise<PrismaUser | null>;
    create(query: { data: Omit<PrismaUser, 'id'> & { id: string } }): Promise<PrismaUser>;
  };
  $disconnect(): Promise<void>;
}

export interface PrismaUser {
  readonly id: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly contactAddress: string;
}

// Loaded by address: a tool may not import a service.
const generated = new URL(
  '../../../../apps/user-service/src/generated/prisma/client.ts',
  import.meta.url,
);

/** Prisma as its guide has it: the stock adapter with its defaults. */
export async function connectPrisma(): Promise<UserClient> {
  const { PrismaClient } = (await import(generated.href)) as {
    PrismaClient: new (options: { adapter: PrismaPg }) => UserClient;
  };
  const connectionString = process.env['DATABASE_URL'] ?? '';
  return new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
}

export function toWire({ id, fullName, email, phone, contactAddress }: PrismaUser) {
  return { ID: id, FullName: fullName, Email: email, Phone: phone, ContactAddress: contactAddress };
}

export function isTaken(error: unknown): boolean {
  return (error as { code?: string }).code === 'P2002';
}
