import type { Language } from '@coulisse/contracts';

/** On whose behalf something is done. Every operation has one. */
export interface Actor {
  kind: 'staff' | 'public' | 'system';
  /** Id of the user in identity, or of the public account. */
  userId: string | null;
  /** Subject of the token. */
  subject: string | null;
  /** SaaS customer; null for the platform's own staff and for public routes that name no customer. */
  tenantId: string | null;
  displayName: string;
  email: string | null;
  /** Code of the current role. */
  role: string | null;
  roles: string[];
  /** Rights of the current role; `crm.*` stands for a whole branch, without import and export. */
  rights: readonly string[];
  language: Language;
  tenantName: string | null;
  /** Who really acts when a user is impersonated. */
  impersonator?: { id: string; name: string };
}

/** What moves a whole list of people at once is granted by name: no branch (`crm.*`) covers it. */
const GRANTED_BY_NAME = /\.(?:import|export)$/;

/**
 * True when one of the actor's rights covers `right`: itself, one of its branches (`crm.*`, but no import and no export
 * below it), or everything (`*`, which the product alone holds).
 */
export function may(actor: Pick<Actor, 'rights'>, right: string): boolean {
  const byBranch = !GRANTED_BY_NAME.test(right);
  return actor.rights.some(
    (held) =>
      held === right ||
      held === '*' ||
      (byBranch && held.endsWith('.*') && right.startsWith(held.slice(0, -1))),
  );
}

/** The product itself: consumers, jobs, reconcilers. The reason is what history and logs show. */
export function systemActor(tenantId: string | null, reason: string): Actor {
  return {
    kind: 'system',
    userId: null,
    subject: null,
    tenantId,
    displayName: reason,
    email: null,
    role: null,
    roles: [],
    rights: ['*'],
    language: 'fr',
    tenantName: null,
  };
}

/** A visitor of a public page: no right at all, whatever the route then allows by itself. */
export function publicActor(tenantId: string | null, language: Language): Actor {
  return {
    kind: 'public',
    userId: null,
    subject: null,
    tenantId,
    displayName: '',
    email: null,
    role: null,
    roles: [],
    rights: [],
    language,
    tenantName: null,
  };
}
