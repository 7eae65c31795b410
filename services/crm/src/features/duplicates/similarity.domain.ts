import { foldText } from '@coulisse/resource';
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
export interface Similarity {
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/** Minimum score of possible duplicates. */
export const DUPLICATE_THRESHOLD = 50;
/** Minimum score of a warning while a new one is entered: the same name alone reaches it. */
export const WARNING_THRESHOLD = 40;

/** Leading words of company names that do not distinguish companies. */
const FORMS =
  /^[^a-z0-9]*(?:(?:sarl|sas|sasu|sa|eurl|snc|sci|scop|scic|ste|societe|ets|etablissements|association|asso|cie|compagnie|les|le|la|l)[^a-z0-9]+)+/;

const present = (values: readonly (string | null)[]): string[] =>
  values.flatMap((value) => (value?.trim() ? [value.trim()] : []));
const emailKeys = ({ emails }: Traits) => present(emails).map((email) => email.toLowerCase());
/** The last nine digits: equal with and without the country code of France or the leading zero; null for fewer digits. */
export function phoneKey(phone: string): string | null {
  const digits = phone.replace(/\D/g, '').slice(-9);
  return digits.length === 9 ? digits : null;
}
const phoneKeys = ({ phones }: Traits) => present(phones).flatMap((phone) => phoneKey(phone) ?? []);
/** A French VAT number ends with the SIREN; those of Monaco hold three zeros in its place. */
const sirenOf = ({ siren, siret, vat }: Traits): string | null =>
  siren ?? siret?.slice(0, 9) ?? (vat?.startsWith('FR') && !vat.startsWith('000', 4) ? vat.slice(-9) : null);

const words = (text: string) =>
  foldText(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
/** The distinguishing name: of a company, without its legal form. */
function tellingName({ kind, name }: Traits): string {
  const plain = foldText(name ?? '');
  return kind === 'particular' ? plain : plain.replace(FORMS, '');
}
/** Sorted words: first and last name may be swapped. */
const fullName = (traits: Traits) => words(tellingName(traits)).sort().join(' ');
const familyName = (traits: Traits) =>
  words(traits.kind === 'particular' ? (traits.lastName ?? traits.name ?? '') : tellingName(traits)).join('');

/**
 * Keys that find similar third parties of the same kind: `e:` e-mail address, `p:` telephone, `s:` SIREN, `v:` VAT
 * number of another country, `f:` full name, `n:` its first letters, without doubled letters. The database trigger
 * `tiers_keys` writes the same keys.
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

const shares = (left: readonly string[], right: readonly string[]) =>
  left.some((value) => right.includes(value));
/** Allows one wrong letter in seven, and at least one from four letters on. */
const isClose = (left: string, right: string) => {
  const length = Math.max(left.length, right.length);
  return length >= 4 && distance(left, right) <= Math.max(1, Math.floor(length / 7));
};
/** True when the long name has every word of the short one; very short names do not count. */
const isWithin = (short: string, long: string) => {
  const longWords = new Set(long.split(' '));
  return short.length >= 5 && short.split(' ').every((word) => longWords.has(word));
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
  // A missing first name matches every first name.
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
/** Deducted when the names are unrelated, as for a telephone shared by a couple. */
const OTHER_NAME = 25;

/** How similar two third parties are, and why. Those of different kinds never are: they cannot be merged. */
export function similarity(a: Traits, b: Traits): Similarity {
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
  // A zip code alone proves nothing; it only confirms a similar name.
  if (names && shares(present(a.zips), present(b.zips))) reasons.push('zip');
  const total = reasons.reduce((sum, reason) => sum + WEIGHT[reason], 0);
  const named = fullName(a) !== '' && fullName(b) !== '';
  const score = Math.min(100, Math.max(0, total - (named && !names ? OTHER_NAME : 0)));
  return { score, reasons };
}

/** Two similar third parties. */
export interface Pair {
  readonly left: string;
  readonly right: string;
  readonly similarity: Similarity;
}
export interface Group extends Similarity {
  readonly ids: readonly string[];
}

/** Groups connected by pairs, the most similar first. */
export function groupsOf(pairs: readonly Pair[]): Group[] {
  const groups: { ids: Set<string>; pairs: Pair[] }[] = [];
  for (const pair of pairs) {
    const matching = groups.filter(({ ids }) => ids.has(pair.left) || ids.has(pair.right));
    const [first, ...rest] = matching;
    const group = first ?? { ids: new Set<string>(), pairs: [] };
    if (!first) groups.push(group);
    for (const absorbed of rest) {
      absorbed.ids.forEach((id) => group.ids.add(id));
      group.pairs.push(...absorbed.pairs);
      groups.splice(groups.indexOf(absorbed), 1);
    }
    group.ids.add(pair.left).add(pair.right);
    group.pairs.push(pair);
  }
  return groups
    .map((group) => ({
      ids: [...group.ids].sort(),
      score: Math.max(...group.pairs.map(({ similarity: { score } }) => score)),
      reasons: [...new Set(group.pairs.flatMap(({ similarity: { reasons } }) => reasons))],
    }))
    .sort((a, b) => b.score - a.score || (a.ids[0]! < b.ids[0]! ? -1 : 1));
}
