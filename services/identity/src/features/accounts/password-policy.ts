import type { MessageId, MessageParams } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit/problem';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
/** Minimum zxcvbn score, 0 to 4; from 3 on a password needs more than 10^8 guesses. */
const SCORE = 3;
/** Only this many characters are estimated: the estimate of a longer text may take seconds. */
const ESTIMATED = 40;
/** Minimum length of a personal word: shorter ones occur in too many good passwords. */
const PERSONAL_MIN = 4;

/** Personal data that an attacker may guess with. */
export interface PasswordOwner {
  email: string;
  firstName: string;
  lastName: string;
  /** Name and slug of the tenant. */
  organiser: readonly string[];
}

interface Refusal {
  code: MessageId;
  params?: MessageParams;
}

/** The lists take 10 MB, which a service has only once somebody chooses a password. */
const loadLists = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return {
    estimator: new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
    leaked: new Set(Object.values(dictionary).flatMap((words) => words.map(String))),
  };
};
let lists: ReturnType<typeof loadLists> | undefined;

/** Lower case, without accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Strips non-letters at both ends: `Password-2026!` is only a variant of `password`. */
const undisguised = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

function personalWords({ email, firstName, lastName, organiser }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const texts = [local, domain.split('.')[0] ?? '', firstName, lastName, ...organiser];
  return texts
    .flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= PERSONAL_MIN);
}

/** Why a public password is refused, or null. The list of leaked passwords is bundled: no external call is made. */
export async function passwordRefusal(password: string, owner: PasswordOwner): Promise<Refusal | null> {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX)
    return { code: 'validation.length', params: { min: PASSWORD_MIN, max: PASSWORD_MAX } };
  if (/\p{Cc}|\p{Cs}/u.test(password)) return { code: 'validation.format' };
  const { estimator, leaked } = await (lists ??= loadLists());
  const typed = plain(password);
  if (leaked.has(typed) || leaked.has(undisguised(typed))) return { code: 'validation.password-leaked' };
  const words = personalWords(owner);
  if (typed.includes(plain(owner.email)) || words.some((word) => typed.includes(word)))
    return { code: 'validation.password-personal' };
  const guessable = [owner.email, owner.firstName, owner.lastName, ...owner.organiser, ...words].filter(
    Boolean,
  );
  return estimator.check(password.slice(0, ESTIMATED), guessable).score < SCORE
    ? { code: 'validation.password-weak' }
    : null;
}

export async function refuseBadPassword(password: string, owner: PasswordOwner): Promise<void> {
  const refusal = await passwordRefusal(password, owner);
  if (refusal) throw new Problem('validation.failed', { errors: [{ pointer: '/password', ...refusal }] });
}
