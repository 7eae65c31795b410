import type { Language } from '@coulisse/contracts';
import { may, publicActor, type Actor } from '../actor';
import type { ActorResolver } from '../auth/actor-resolver';
import { bearerOf, type TokenVerifier, type VerifiedToken } from '../auth/token-verifier';
import { Problem } from '../problem/problem';
import type { Access } from './types';

/** Turns the `Authorization` header and the route's access into an actor, or refuses. */
export class Authenticator {
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly actors: ActorResolver,
  ) {}

  /** The member of the staff who calls a route that is not public. */
  async staff(access: Exclude<Access, 'public'>, authorization: string | undefined): Promise<Actor> {
    const bearer = bearerOf(authorization);
    if (!bearer)
      throw new Problem('security.not-authenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
    const token = await this.tokens.verify(bearer);
    if (token.realm !== 'staff') throw new Problem('security.not-authenticated');
    const actor = await this.actors.resolve(token);
    if (access !== 'authenticated' && !may(actor, access.right))
      throw new Problem('security.insufficient-privilege');
    return actor;
  }

  /** The account that visits a public page, if it is logged in: a token of the staff says nothing there. */
  async account(authorization: string | undefined): Promise<VerifiedToken | null> {
    const bearer = bearerOf(authorization);
    if (!bearer) return null;
    const token = await this.tokens.verify(bearer);
    return token.realm === 'front' ? token : null;
  }
}

/** A visitor of a tenant; an account of another theatre is a stranger here. */
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
