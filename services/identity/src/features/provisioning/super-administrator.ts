import type { ServiceContext } from '@coulisse/service-kit';
import { v7 as uuidv7 } from 'uuid';
import type { IdentityProvider } from './identity-provider';

export interface FirstSuperAdministrator {
  email: string;
  password: string;
}

/** Makes sure that somebody can open the first customer. One who exists is left as is, password included. */
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
  // The login may have been made anew (a fresh identity provider on an old database): the row follows it.
  await ctx.db.inPlatform('ensure the super administrator', ({ sql }) =>
    sql.query(
      `INSERT INTO super_administrator (id, subject, email, display_name) VALUES ($1, $2, $3, $4)
       ON CONFLICT (email) DO UPDATE SET subject = excluded.subject
       WHERE super_administrator.subject <> excluded.subject`,
      [uuidv7(), subject, email, displayName],
    ),
  );
}
