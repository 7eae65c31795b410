import type { identityV1, Language } from '@coulisse/contracts';
import type { Actor } from '../actor';
import { Problem } from '../problem/problem';
import { isTransient } from '../problem/to-problem';
import { ExpiringCache } from './expiring-cache';
import type { VerifiedToken } from './token-verifier';

/** Resolves a subject to a user: by identity over gRPC, or in identity's own database. */
export type ResolveActor = (
  request: identityV1.ResolveActorRequest,
) => Promise<identityV1.ResolveActorResponse>;

const CAPACITY = 10_000;
/** A change takes effect within five seconds, even if its event is lost. */
const FRESH_MS = 4_000;
/** While identity is unavailable, its last response stays valid for this long. */
const KNOWN_MS = 30_000;
/** Short, so that a user whose access was just created does not wait long. */
const UNKNOWN_MS = 3_000;

interface Resolved {
  actor: Actor | null;
  /** Sessions that began at this time or before have ended. */
  sessionsEndedAt: number;
  freshUntil: number;
}

/** Resolves the actor of a verified staff token; cached for 4 s, or until an event of identity says that it changed. */
export class ActorResolver {
  private readonly cache: ExpiringCache<Resolved>;
  private readonly asking = new Map<string, Promise<Resolved>>();
  /** Incremented when an entry is dropped: a response that was requested before is not cached. */
  private generation = 0;

  constructor(
    private readonly resolveActor: ResolveActor,
    private readonly now: () => number = Date.now,
  ) {
    this.cache = new ExpiringCache(CAPACITY, now);
  }

  async resolve(token: VerifiedToken): Promise<Actor> {
    const key = `${token.subject} ${token.tenantId ?? ''} ${token.impersonator ?? ''}`;
    const { actor, sessionsEndedAt } = await this.current(key, token);
    if (!actor) throw new Problem('security.insufficient-privilege');
    if (token.authenticatedAt.getTime() <= sessionsEndedAt) throw new Problem('security.session-expired');
    return actor;
  }

  private async current(key: string, token: VerifiedToken): Promise<Resolved> {
    const cached = this.cache.get(key);
    if (cached && this.now() < cached.freshUntil) return cached;
    try {
      return await this.once(key, token);
    } catch (error) {
      if (cached && isTransient(error)) return cached;
      throw error;
    }
  }

  /** Drops a subject whose rights changed, also where it impersonates others. */
  invalidate(subject: string): void {
    this.generation += 1;
    this.asking.clear();
    this.cache.drop((key) => key.startsWith(`${subject} `) || key.endsWith(` ${subject}`));
  }

  /** Concurrent requests for the same key share one call. */
  private async once(key: string, token: VerifiedToken): Promise<Resolved> {
    const pending = this.asking.get(key);
    if (pending) return pending;
    const answer = this.fetch(key, token);
    this.asking.set(key, answer);
    try {
      return await answer;
    } finally {
      if (this.asking.get(key) === answer) this.asking.delete(key);
    }
  }

  private async fetch(key: string, token: VerifiedToken): Promise<Resolved> {
    const { generation } = this;
    const answer = await this.resolveActor({
      subject: token.subject,
      tenantId: token.tenantId ?? '',
      role: '',
      impersonatorSubject: token.impersonator ?? '',
    });
    const actor = answer.resolved ? actorOf(token, answer) : null;
    const resolved = {
      actor,
      sessionsEndedAt: answer.sessionsEndedAt?.getTime() ?? Number.NEGATIVE_INFINITY,
      freshUntil: this.now() + FRESH_MS,
    };
    if (generation === this.generation) this.cache.set(key, resolved, actor ? KNOWN_MS : UNKNOWN_MS);
    return resolved;
  }
}

function actorOf(token: VerifiedToken, answer: identityV1.ResolveActorResponse): Actor | null {
  const tenantId = answer.tenantId || null;
  // The token's tenant is not the user's: the two sources disagree, so nothing is granted.
  if (token.tenantId !== null && token.tenantId !== tenantId) return null;
  const { impersonatorId: id, impersonatorName: name } = answer;
  // The user is impersonated and identity does not know by whom: the actions could not be attributed.
  if (token.impersonator !== null && id === '') return null;
  const language: Language = answer.language === 'en' ? 'en' : 'fr';
  return {
    kind: 'staff',
    userId: answer.userId,
    subject: token.subject,
    tenantId,
    displayName: answer.displayName,
    email: answer.email || null,
    role: answer.role || null,
    roles: answer.roles,
    rights: answer.rights,
    team: answer.teamIds,
    language,
    tenantName: answer.tenantName || null,
    ...(token.impersonator !== null && { impersonator: { id, name } }),
  };
}
