import type { Language } from '@coulisse/contracts';
import { may, mayAll, publicActor, type Actor } from '../actor';
import type { ActorResolver } from '../auth/actor-resolver';
import { bearerOf, type TokenVerifier, type VerifiedToken } from '../auth/token-verifier';
import { Problem } from '../problem/problem';
import type { Access } from './types';

/** Resolves the actor from the `Authorization` header and checks the route's access. */
export class Authenticator {
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly actors: ActorResolver,
  ) {}

  /** The staff user who calls a route that is not public. */
  async staff(access: Exclude<Access, 'public'>, authorization: string | undefined): Promise<Actor> {
    const bearer = bearerOf(authorization);
    if (!bearer)
      throw new Problem('security.not-authenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
    const token = await this.tokens.verify(bearer);
    if (token.realm !== 'staff') throw new Problem('security.not-authenticated');
    const actor = await this.actors.resolve(token);
    if (!mayCall(actor, access)) throw new Problem('security.insufficient-privilege');
    return actor;
  }

  /** The public account of the caller, if logged in; a staff token is ignored. */
  async account(authorization: string | undefined): Promise<VerifiedToken | null> {
    const bearer = bearerOf(authorization);
    if (!bearer) return null;
    const token = await this.tokens.verify(bearer);
    return token.realm === 'front' ? token : null;
  }
}

/** True if a route is open to a member of the staff. */
export const mayCall = (actor: Actor, access: Exclude<Access, 'public'>): boolean =>
  access === 'authenticated' || (access.scoped ? may(actor, access.right) : mayAll(actor, access.right));

/** A visitor of a tenant; an account of another tenant is treated as anonymous. */
export function visitor(tenantId: string | null, account: VerifiedToken | null, language: Language): Actor {
  const actor = publicActor(tenantId, language);
  if (!account || (tenantId !== null && account.tenantId !== tenantId)) return actor;
  return {
    ...actor,
    userId: account.subject,
    subject: account.subject,
    tenantId: tenantId ?? account.tenantId,
    displayName: account.name ?? '',
    email: account.email,
  };
}
