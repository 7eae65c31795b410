import type { Language } from '@coulisse/contracts';
import { isWider, parseRight, type Scope } from '@coulisse/contracts/rights';

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
  /**
   * Rights of the current role: `crm.tiers.read` on all records, `crm.note.update:own` on the actor's own ones,
   * `hr.holiday.read:team` also on those of their team. `crm.*` covers a whole branch, without import and export.
   */
  rights: readonly string[];
  /** Ids of the users whom the actor manages; absent: none. */
  team?: readonly string[];
  language: Language;
  tenantName: string | null;
  /** The user who impersonates this one. */
  impersonator?: { id: string; name: string };
}

/** Import and export move whole lists of people, so they are granted by name: no branch (`crm.*`) covers them. */
const GRANTED_BY_NAME = /\.(?:import|export)$/;

const scopes = new WeakMap<readonly string[], ReadonlyMap<string, Scope>>();
/** The widest scope of each right and branch that a list of rights contains; read once per list. */
function scopesOf(rights: readonly string[]): ReadonlyMap<string, Scope> {
  const cached = scopes.get(rights);
  if (cached) return cached;
  const widest = new Map<string, Scope>();
  for (const entry of rights) {
    const granted = parseRight(entry);
    if (!granted) continue;
    const present = widest.get(granted.right);
    if (!present || isWider(granted.scope, present)) widest.set(granted.right, granted.scope);
  }
  scopes.set(rights, widest);
  return widest;
}

/** True if the actor has a right on part of the records only, so that statements must know who they are. */
export function isScoped({ rights }: Pick<Actor, 'rights'>): boolean {
  for (const scope of scopesOf(rights).values()) if (scope !== 'all') return true;
  return false;
}

/** The right itself, then what covers it: its branches (`crm.*`, except for import and export) and `*` (the system). */
function coveringRights(right: string): string[] {
  if (GRANTED_BY_NAME.test(right)) return [right, '*'];
  const parts = right.split('.');
  return [right, ...parts.slice(1).map((_part, index) => `${parts.slice(0, index + 1).join('.')}.*`), '*'];
}

/**
 * On which records the actor has a right: the widest scope that one of their rights grants; null without the right.
 * A right is covered by itself, by one of its branches, or by `*`, which only the system actor holds.
 */
export function scopeOf({ rights }: Pick<Actor, 'rights'>, right: string): Scope | null {
  const granted = scopesOf(rights);
  let widest: Scope | null = null;
  for (const covering of coveringRights(right)) {
    const scope = granted.get(covering);
    if (scope && (!widest || isWider(scope, widest))) widest = scope;
  }
  return widest;
}

/** True if the actor has the right, on whatever records. */
export const may = (actor: Pick<Actor, 'rights'>, right: string): boolean => scopeOf(actor, right) !== null;

/** True if the actor has the right on all records of the tenant. */
export const mayAll = (actor: Pick<Actor, 'rights'>, right: string): boolean =>
  scopeOf(actor, right) === 'all';

const ALL_RIGHTS: readonly string[] = ['*'];

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
    rights: ALL_RIGHTS,
    language: 'fr',
    tenantName: null,
  };
}

/**
 * The same person with every right, for an operation of a resource that follows from what their own right allowed: who may
 * record a refund changes the payment. The history names the person.
 */
export const withAllRights = (actor: Actor): Actor => ({ ...actor, rights: ALL_RIGHTS });

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
