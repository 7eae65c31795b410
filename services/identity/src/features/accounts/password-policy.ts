import type { MessageId, MessageParams } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit/problem/problem';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
/** 0 to 4; from 3 on a guesser needs more than 10^8 tries. */
const SCORE = 3;
/** What begins this well is good; the estimate of a longer text may take seconds. */
const ESTIMATED = 40;
/** A shorter word is inside too many good passwords. */
const PERSONAL_MIN = 4;

/** What somebody who guesses knows of the account. */
export interface PasswordOwner {
  email: string;
  firstName: string;
  lastName: string;
  /** Name and short name of the theatre. */
  organiser: readonly string[];
}

interface Refusal {
  code: MessageId;
  params?: MessageParams;
}

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
const leaked = new Set(Object.values(dictionary).flatMap((words) => words.map(String)));

/** Without capitals and accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** `Password-2026!` is the password `password` in disguise. */
const undisguised = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

function personalWords({ email, firstName, lastName, organiser }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const texts = [local, domain.split('.')[0] ?? '', firstName, lastName, ...organiser];
  return texts
    .flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= PERSONAL_MIN);
}

/** Why a password of the public is refused, or nothing. The list of leaked passwords is part of the product: no call leaves it. */
export function passwordRefusal(password: string, owner: PasswordOwner): Refusal | null {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX)
    return { code: 'validation.length', params: { min: PASSWORD_MIN, max: PASSWORD_MAX } };
  if (/\p{Cc}|\p{Cs}/u.test(password)) return { code: 'validation.format' };
  const typed = plain(password);
  if (leaked.has(typed) || leaked.has(undisguised(typed))) return { code: 'validation.password-leaked' };
  const words = personalWords(owner);
  if (typed.includes(plain(owner.email)) || words.some((word) => typed.includes(word)))
    return { code: 'validation.password-personal' };
  const known = [owner.email, owner.firstName, owner.lastName, ...owner.organiser, ...words].filter(Boolean);
  return estimator.check(password.slice(0, ESTIMATED), known).score < SCORE
    ? { code: 'validation.password-weak' }
    : null;
}

export function refuseBadPassword(password: string, owner: PasswordOwner): void {
  const refusal = passwordRefusal(password, owner);
  if (refusal) throw new Problem('validation.failed', { errors: [{ pointer: '/password', ...refusal }] });
}
