/** On which records a right is granted: the user's own, those of the user's team too, or all of the tenant. */
export const SCOPES = ['own', 'team', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/** Roles that every tenant has, and the platform's own; a tenant may add roles of its own to the former. */
export const BASE_ROLES = ['SUPER_ADMINISTRATOR', 'ADMINISTRATOR', 'USER'] as const;
export type BaseRole = (typeof BASE_ROLES)[number];

/** A right that a role has by default. */
export interface DefaultGrant {
  readonly role: BaseRole;
  readonly right: string;
  readonly scope: Scope;
}

/** A text in both languages. */
export interface Words {
  readonly fr: string;
  readonly en: string;
}

/** A right that a tenant may grant to its roles, in words. */
export interface DeclaredRight {
  readonly right: string;
  /** On which records it can be granted. */
  readonly scopes: readonly Scope[];
  /** What it is about: the plural of a resource, the name of a screen. */
  readonly subject: Words;
  /** What it allows; null for `COMMON_ACTIONS`. */
  readonly label: Words | null;
}

/** What a service declares to identity when it starts. */
export interface RightsDeclaration {
  readonly grants: readonly DefaultGrant[];
  readonly rights: readonly DeclaredRight[];
}

/** Last words of rights that mean the same for every resource; the screens have words for them. */
export const COMMON_ACTIONS = [
  'read',
  'create',
  'update',
  'delete',
  'export',
  'import',
  'sensitive',
  'secret',
] as const;

/** The last word of a right: `accept` of `sales.quote.accept`. */
export const actionOf = (right: string): string => right.slice(right.lastIndexOf('.') + 1);
export const isCommonAction = (action: string): boolean =>
  (COMMON_ACTIONS as readonly string[]).includes(action);

/** A right on the records of a scope, as one text: `crm.tiers.read` on all records, `crm.note.update:own` on own ones. */
export const scopedRight = (right: string, scope: Scope): string =>
  scope === 'all' ? right : `${right}:${scope}`;

/** The right and the scope of such a text; null for an unknown scope, which grants nothing. */
export function parseRight(text: string): { right: string; scope: Scope } | null {
  const [right = '', scope = 'all'] = text.split(':');
  return (SCOPES as readonly string[]).includes(scope) ? { right, scope: scope as Scope } : null;
}

export const isWider = (scope: Scope, than: Scope): boolean => SCOPES.indexOf(scope) > SCOPES.indexOf(than);
/** The narrower of two scopes; null if either grants nothing. */
export const narrower = (left: Scope | null, right: Scope | null): Scope | null =>
  left && right ? (isWider(left, right) ? right : left) : null;

const RIGHT = /^[a-z]+(?:\.[a-z][a-z-]*){1,2}$/;
const LONGEST_RIGHT = 120;
/** True for the name of a right, such as `crm.tiers.read`: words of small letters, hyphens within a word. */
export const isRight = (text: string): boolean => text.length <= LONGEST_RIGHT && RIGHT.test(text);
