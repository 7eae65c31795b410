import type { Language } from '@coulisse/contracts';

/** Who performs an operation. Every operation has one. */
export interface Actor {
  kind: 'staff' | 'public' | 'system';
  /** Id of the user in identity, or of the public account. */
  userId: string | null;
  /** Subject of the token. */
  subject: string | null;
  /** Null for the platform's own staff and for public routes that name no tenant. */
  tenantId: string | null;
  displayName: string;
  email: string | null;
  /** Code of the current role. */
  role: string | null;
  roles: string[];
  /** Rights of the current role; `crm.*` covers a whole branch, without import and export. */
  rights: readonly string[];
  language: Language;
  tenantName: string | null;
  /** The user who impersonates this one. */
  impersonator?: { id: string; name: string };
}

/** Import and export move whole lists of people, so they are granted by name: no branch (`crm.*`) covers them. */
const GRANTED_BY_NAME = /\.(?:import|export)$/;

/**
 * True if one of the actor's rights covers `right`: the right itself, one of its branches (`crm.*`, but no import and
 * no export below it), or everything (`*`, which only the system actor holds).
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

/** The actor of consumers, jobs and reconcilers. History and logs show the reason as its name. */
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

/** A visitor of a public page: without rights, whatever the route itself allows. */
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
