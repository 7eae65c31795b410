import type { identityV1, Language } from '@coulisse/contracts';
import type { Actor } from '../actor';
import { Problem } from '../problem/problem';
import { isTransient } from '../problem/to-problem';
import { ExpiringCache } from './expiring-cache';
import type { VerifiedToken } from './token-verifier';

/** Asks who a subject is: identity over gRPC, or identity's own database. */
export type AskIdentity = (
  request: identityV1.ResolveActorRequest,
) => Promise<identityV1.ResolveActorResponse>;

const CAPACITY = 10_000;
/** What changed counts within five seconds, even where the event that says so does not arrive. */
const FRESH_MS = 4_000;
/** While identity is away, what it said last goes on for this long. */
const KNOWN_MS = 30_000;
/** Somebody whose access was just created should not wait long. */
const UNKNOWN_MS = 3_000;

interface Resolved {
  actor: Actor | null;
  /** Sessions that began then or before are over. */
  sessionsEndedAt: number;
  freshUntil: number;
}

/** The actor behind a verified staff token, asked for anew every 4 s, or at once when identity says that it changed. */
export class ActorResolver {
  private readonly cache: ExpiringCache<Resolved>;
  private readonly asking = new Map<string, Promise<Resolved>>();
  /** Rises when something is dropped: an answer that was asked for before is not kept. */
  private generation = 0;

  constructor(
    private readonly ask: AskIdentity,
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

  /** The rights of a subject changed: in person, and in the names of others. */
  drop(subject: string): void {
    this.generation += 1;
    this.asking.clear();
    this.cache.drop((key) => key.startsWith(`${subject} `) || key.endsWith(` ${subject}`));
  }

  /** Requests that arrive together ask once. */
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
    const answer = await this.ask({
      subject: token.subject,
      tenantId: token.tenantId ?? '',
      role: '',
      impersonatorSubject: token.impersonator ?? '',
    });
    const actor = answer.known ? actorOf(token, answer) : null;
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
  // The token names a customer that the user is not of: two sources disagree, so nothing is granted.
  if (token.tenantId !== null && token.tenantId !== tenantId) return null;
  const { impersonatorId: id, impersonatorName: name } = answer;
  // Somebody acts in this user's name, and identity does not say who: nobody could answer for it.
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
    language,
    tenantName: answer.tenantName || null,
    ...(token.impersonator !== null && { impersonator: { id, name } }),
  };
}
