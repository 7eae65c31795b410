import { folded } from '@coulisse/resource';
import { distance } from 'fastest-levenshtein';

export type Kind = 'particular' | 'society' | 'supplier';

/** What third parties are compared by. */
export interface Traits {
  readonly kind: Kind;
  readonly name: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly siren: string | null;
  readonly siret: string | null;
  readonly vat: string | null;
  readonly zips: readonly string[];
}

export type Reason = 'siret' | 'siren' | 'vat' | 'email' | 'phone' | 'same-name' | 'similar-name' | 'zip';
export interface Likeness {
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/** From here on two third parties are shown as possibly the same. */
export const LIKELY = 50;
/** What is enough to warn somebody who is typing a new one: the same name alone. */
export const WORTH_A_LOOK = 40;

/** Words that a company's name begins with and that do not tell it from another one. */
const FORMS =
  /^[^a-z0-9]*(?:(?:sarl|sas|sasu|sa|eurl|snc|sci|scop|scic|ste|societe|ets|etablissements|association|asso|cie|compagnie|les|le|la|l)[^a-z0-9]+)+/;

const present = (values: readonly (string | null)[]): string[] =>
  values.flatMap((value) => (value?.trim() ? [value.trim()] : []));
const emailKeys = ({ emails }: Traits) => present(emails).map((email) => email.toLowerCase());
/** The last nine digits: the same with and without the code of France, and with the zero before it. */
const phoneKeys = ({ phones }: Traits) =>
  present(phones)
    .map((phone) => phone.replace(/\D/g, '').slice(-9))
    .filter((digits) => digits.length === 9);
/** A French VAT number ends with the SIREN; those of Monaco hold three zeros in its place. */
const sirenOf = ({ siren, siret, vat }: Traits): string | null =>
  siren ?? siret?.slice(0, 9) ?? (vat?.startsWith('FR') && !vat.startsWith('000', 4) ? vat.slice(-9) : null);

const words = (text: string) =>
  folded(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
/** The name that tells: of a company, without its legal form. */
function tellingName({ kind, name }: Traits): string {
  const plain = folded(name ?? '');
  return kind === 'particular' ? plain : plain.replace(FORMS, '');
}
/** In an order of its own: whether the first or the last name was typed first does not matter. */
const fullName = (traits: Traits) => words(tellingName(traits)).sort().join(' ');
const familyName = (traits: Traits) =>
  words(traits.kind === 'particular' ? (traits.lastName ?? traits.name ?? '') : tellingName(traits)).join('');

/**
 * What others of the same kind are found by: `e:` address, `p:` telephone, `s:` SIREN, `v:` VAT number of another country,
 * `f:` whole name, `n:` its first letters, of which
 * two in a row count as one. The trigger `tiers_keys` of the database writes the same.
 */
export function keysOf(traits: Traits): string[] {
  const siren = sirenOf(traits);
  const full = fullName(traits).slice(0, 200);
  const start = familyName(traits)
    .replace(/(.)\1+/g, '$1')
    .slice(0, 3);
  return [
    ...new Set([
      ...emailKeys(traits).map((key) => `e:${key}`),
      ...phoneKeys(traits).map((key) => `p:${key}`),
      ...(siren ? [`s:${siren}`] : []),
      ...(traits.vat && !traits.vat.startsWith('FR') ? [`v:${traits.vat}`] : []),
      ...(full ? [`f:${full}`] : []),
      ...(start ? [`n:${start}`] : []),
    ]),
  ];
}

const shares = (left: readonly string[], right: readonly string[]) => left.some((one) => right.includes(one));
/** One letter in seven may be wrong, and one at least in four. */
const isClose = (left: string, right: string) => {
  const length = Math.max(left.length, right.length);
  return length >= 4 && distance(left, right) <= Math.max(1, Math.floor(length / 7));
};
/** True when a name says another one and more; a few letters could be in any. */
const isWithin = (short: string, long: string) => {
  const more = new Set(long.split(' '));
  return short.length >= 5 && short.split(' ').every((word) => more.has(word));
};
const isInitial = (left: string, right: string) =>
  (left.length === 1 && right.startsWith(left)) || (right.length === 1 && left.startsWith(right));

function closeNames(a: Traits, b: Traits): 'same-name' | 'similar-name' | null {
  const [left, right] = [fullName(a), fullName(b)];
  if (!left || !right) return null;
  if (left === right) return 'same-name';
  if (a.kind !== 'particular') {
    return isClose(left, right) || isWithin(left, right) || isWithin(right, left) ? 'similar-name' : null;
  }
  const [first, other] = [words(a.firstName ?? '').join(''), words(b.firstName ?? '').join('')];
  const families = familyName(a) === familyName(b) || isClose(familyName(a), familyName(b));
  // Without a first name, everybody of that family could be meant.
  const firsts = !first || !other || first === other || isInitial(first, other) || isClose(first, other);
  return families && firsts ? 'similar-name' : null;
}

const WEIGHT: Readonly<Record<Reason, number>> = {
  siret: 90,
  siren: 60,
  vat: 90,
  email: 80,
  phone: 60,
  'same-name': 40,
  'similar-name': 25,
  zip: 30,
};
/** Taken off when what they have in common stands beside names that have nothing to do with each other: a couple's telephone. */
const OTHER_NAME = 25;

/** How much two third parties look alike, and by what. Those of two kinds never do: they cannot be one. */
export function likeness(a: Traits, b: Traits): Likeness {
  if (a.kind !== b.kind) return { score: 0, reasons: [] };
  const reasons: Reason[] = [];
  const [siren, other] = [sirenOf(a), sirenOf(b)];
  if (a.siret !== null && a.siret === b.siret) reasons.push('siret');
  else if (siren !== null && siren === other) reasons.push('siren');
  if (a.vat !== null && a.vat === b.vat) reasons.push('vat');
  if (shares(emailKeys(a), emailKeys(b))) reasons.push('email');
  if (shares(phoneKeys(a), phoneKeys(b))) reasons.push('phone');
  const names = closeNames(a, b);
  if (names) reasons.push(names);
  // A town is no sign of being the same; it only makes a name one.
  if (names && shares(present(a.zips), present(b.zips))) reasons.push('zip');
  const total = reasons.reduce((sum, reason) => sum + WEIGHT[reason], 0);
  const named = fullName(a) !== '' && fullName(b) !== '';
  const score = Math.min(100, Math.max(0, total - (named && !names ? OTHER_NAME : 0)));
  return { score, reasons };
}

/** Two that look alike. */
export interface Pair {
  readonly left: string;
  readonly right: string;
  readonly likeness: Likeness;
}
export interface Group extends Likeness {
  readonly ids: readonly string[];
}

/** Those that hang together by pairs, the most alike first. */
export function groupsOf(pairs: readonly Pair[]): Group[] {
  const groups: { ids: Set<string>; pairs: Pair[] }[] = [];
  for (const pair of pairs) {
    const met = groups.filter(({ ids }) => ids.has(pair.left) || ids.has(pair.right));
    const [first, ...rest] = met;
    const group = first ?? { ids: new Set<string>(), pairs: [] };
    if (!first) groups.push(group);
    for (const one of rest) {
      one.ids.forEach((id) => group.ids.add(id));
      group.pairs.push(...one.pairs);
      groups.splice(groups.indexOf(one), 1);
    }
    group.ids.add(pair.left).add(pair.right);
    group.pairs.push(pair);
  }
  return groups
    .map((group) => ({
      ids: [...group.ids].sort(),
      score: Math.max(...group.pairs.map(({ likeness: { score } }) => score)),
      reasons: [...new Set(group.pairs.flatMap(({ likeness: { reasons } }) => reasons))],
    }))
    .sort((a, b) => b.score - a.score || (a.ids[0]! < b.ids[0]! ? -1 : 1));
}
