import type { ServiceContext } from '@coulisse/service-kit';
import { v7 as uuidv7 } from 'uuid';
import type { IdentityProvider } from './identity-provider';

export interface FirstSuperAdministrator {
  email: string;
  password: string;
}

/** Creates the super administrator, who can create the first tenant. An existing one keeps everything, password too. */
export async function ensureSuperAdministrator(
  ctx: ServiceContext,
  provider: IdentityProvider,
  { email, password }: FirstSuperAdministrator,
): Promise<void> {
  const login = await provider.findStaff(email);
  if (login && login.tenantId !== null)
    throw new Error('the super administrator’s address belongs to a customer’s user');
  const displayName = 'Super administrateur';
  const subject =
    login?.subject ??
    (await provider.createStaff({
      tenantId: null,
      email,
      firstName: 'Super',
      lastName: 'Administrateur',
      language: 'fr',
      enabled: true,
      password,
      temporary: false,
    }));
  // The login may be newer than the row (a new identity provider with an old database): the row gets its subject.
  await ctx.db.inPlatform('ensure the super administrator', ({ sql }) =>
    sql.query(
      `INSERT INTO super_administrator (id, subject, email, display_name) VALUES ($1, $2, $3, $4)
       ON CONFLICT (email) DO UPDATE SET subject = excluded.subject
       WHERE super_administrator.subject <> excluded.subject`,
      [uuidv7(), subject, email, displayName],
    ),
  );
}
