import { foldText, type Language } from '@coulisse/ui-kit/format';

export type Scope = 'own' | 'team' | 'all';
export const SCOPES: readonly Scope[] = ['own', 'team', 'all'];
export interface Words {
  fr: string;
  en: string;
}

/** A right that can be granted, as identity describes it. */
export interface RoleRight {
  right: string;
  /** What it is about: the plural of a resource, the name of a screen. */
  subject: Words;
  /** What it allows; null for the common actions. */
  label: Words | null;
  /** Those that the right can have. */
  scopes: Scope[];
  default: Scope | null;
  granted: Scope | null;
  /** The widest that the user may grant. */
  own: Scope | null;
}

export interface StoredGrant {
  right: string;
  scope: string;
}

/** The rights of a role, as identity answers them. */
export interface RoleRights {
  version: number;
  users: number;
  mayChange: boolean;
  isFull: boolean;
  rights: RoleRight[];
  /** Grants of rights that no service declares any more. */
  others: StoredGrant[];
}

/** Unsaved scopes by right; null takes a right away. */
export type Draft = Readonly<Record<string, Scope | null>>;

/** Actions that have a column of their own; the others have a line under their subject. */
export const COLUMNS = ['read', 'create', 'update', 'delete', 'export', 'import'] as const;

/** The domains in the order of the menu; others follow. */
const DOMAINS = ['ticketing', 'crm', 'sales', 'payments', 'documents', 'notifications', 'insights'];

export const actionOf = (right: string): string => right.slice(right.lastIndexOf('.') + 1);
const subjectKey = (right: string): string => right.slice(0, right.lastIndexOf('.'));
export const domainOf = (right: string): string => right.slice(0, right.indexOf('.'));

/** The rights about one subject. */
export interface SubjectRights {
  key: string;
  subject: Words;
  /** In the order of `COLUMNS`; undefined where the subject has no such right. */
  columns: (RoleRight | undefined)[];
  named: RoleRight[];
}
export interface DomainRights {
  domain: string;
  subjects: SubjectRights[];
}

export const rightsIn = ({ columns, named }: SubjectRights): RoleRight[] => [
  ...columns.filter((right) => right !== undefined),
  ...named,
];

/** Rights by domain and subject, in the order of the menu and of the services' declarations. */
export function domainsOf(rights: readonly RoleRight[]): DomainRights[] {
  const domains = new Map<string, Map<string, RoleRight[]>>();
  for (const right of rights) {
    const subjects = domains.get(domainOf(right.right)) ?? new Map<string, RoleRight[]>();
    const key = subjectKey(right.right);
    subjects.set(key, [...(subjects.get(key) ?? []), right]);
    domains.set(domainOf(right.right), subjects);
  }
  const place = (domain: string) => {
    const index = DOMAINS.indexOf(domain);
    return index >= 0 ? index : DOMAINS.length;
  };
  return [...domains]
    .sort(([left], [right]) => place(left) - place(right))
    .map(([domain, subjects]) => ({
      domain,
      subjects: [...subjects].map(([key, members]) => ({
        key,
        subject: members[0]?.subject ?? { fr: '', en: '' },
        columns: COLUMNS.map((action) => members.find(({ right }) => actionOf(right) === action)),
        named: members.filter(({ right }) => !(COLUMNS as readonly string[]).includes(actionOf(right))),
      })),
    }));
}

/** The scope of a right as it would be saved. */
export const scopeIn = (draft: Draft, { right, granted }: RoleRight): Scope | null =>
  right in draft ? (draft[right] ?? null) : granted;

/** The draft with another scope; a right that has again what is stored is no longer in it. */
export function withScope(draft: Draft, right: RoleRight, scope: Scope | null): Draft {
  const others = Object.fromEntries(Object.entries(draft).filter(([name]) => name !== right.right));
  return scope === right.granted ? others : { ...others, [right.right]: scope };
}

/** The draft with the default scopes of some rights, as far as the user may grant them. */
export const withDefaults = (draft: Draft, rights: readonly RoleRight[]): Draft =>
  rights.reduce(
    (next, right) => (isGrantable(right, right.default) ? withScope(next, right, right.default) : next),
    draft,
  );

export const isWider = (scope: Scope | null, than: Scope | null): boolean =>
  (scope === null ? -1 : SCOPES.indexOf(scope)) > (than === null ? -1 : SCOPES.indexOf(than));

/** A user gives nothing that they do not have; what a role has already may stay. */
export const isGrantable = ({ own, granted }: RoleRight, scope: Scope | null): boolean =>
  !isWider(scope, own) || !isWider(scope, granted);

export const differsFromDefault = (draft: Draft, right: RoleRight): boolean =>
  scopeIn(draft, right) !== right.default;

export interface Change {
  right: RoleRight;
  from: Scope | null;
  to: Scope | null;
}
/** What saving changes. A stored scope that somebody else has given meanwhile is no change any more. */
export const changesOf = (draft: Draft, rights: readonly RoleRight[]): Change[] =>
  rights.flatMap((right) => {
    const to = scopeIn(draft, right);
    return to === right.granted ? [] : [{ right, from: right.granted, to }];
  });

export type ChangeKind = 'added' | 'removed' | 'wider' | 'narrower';
export const CHANGE_KINDS: readonly ChangeKind[] = ['added', 'removed', 'wider', 'narrower'];
export const kindOf = ({ from, to }: Change): ChangeKind => {
  if (from === null) return 'added';
  if (to === null) return 'removed';
  return isWider(to, from) ? 'wider' : 'narrower';
};

/** The grants of the role to store: what differs from its defaults, and what this screen does not show. */
export const grantsToSave = (
  draft: Draft,
  { rights, others }: Pick<RoleRights, 'rights' | 'others'>,
): StoredGrant[] => [
  ...rights
    .filter((right) => differsFromDefault(draft, right))
    .map((right) => ({ right: right.right, scope: scopeIn(draft, right) ?? 'none' })),
  ...others,
];

export type View = 'all' | 'granted' | 'different' | 'unsaved';
export const VIEWS: readonly View[] = ['all', 'granted', 'different', 'unsaved'];

const SHOWS: Record<View, (draft: Draft, right: RoleRight) => boolean> = {
  all: () => true,
  granted: (draft, right) => scopeIn(draft, right) !== null,
  different: differsFromDefault,
  unsaved: (draft, right) => scopeIn(draft, right) !== right.granted,
};
export const countIn = (view: View, draft: Draft, rights: readonly RoleRight[]): number =>
  rights.filter((right) => SHOWS[view](draft, right)).length;

/** The subjects that a view shows and whose words, or those of one of their rights, contain the search. */
export function filtered(
  domains: readonly DomainRights[],
  { view, search, draft, language, labelOf }: FilterSettings,
): DomainRights[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const isFound = (subject: SubjectRights) => {
    const shown = rightsIn(subject).filter((right) => SHOWS[view](draft, right));
    if (shown.length === 0) return false;
    const text = foldText([subject.subject[language], ...shown.map(labelOf)].join(' '));
    return words.every((word) => text.includes(word));
  };
  return domains
    .map(({ domain, subjects }) => ({ domain, subjects: subjects.filter(isFound) }))
    .filter(({ subjects }) => subjects.length > 0);
}
interface FilterSettings {
  view: View;
  search: string;
  draft: Draft;
  language: Language;
  /** What a right allows, in words. */
  labelOf: (right: RoleRight) => string;
}

/** Of the changed grants of a role in its history: those of the same right, before and after. */
export function grantDifferences(
  before: unknown,
  after: unknown,
): { right: string; from: string | null; to: string | null }[] {
  const [former, current] = [scopesIn(before), scopesIn(after)];
  return [...new Set([...former.keys(), ...current.keys()])]
    .map((right) => ({ right, from: former.get(right) ?? null, to: current.get(right) ?? null }))
    .filter(({ from, to }) => from !== to);
}
const scopesIn = (grants: unknown): Map<string, string> =>
  new Map(
    (Array.isArray(grants) ? (grants as Partial<StoredGrant>[]) : []).flatMap(({ right, scope }) =>
      right && scope ? [[right, scope] as const] : [],
    ),
  );
