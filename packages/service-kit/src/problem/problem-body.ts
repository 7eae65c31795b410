import { message, type Language } from '@coulisse/contracts';
import type { FieldError } from './problem';
import { toProblem } from './to-problem';

/** Errors that a response lists at most: a body can be wrong in a hundred thousand places. */
export const MAX_ERRORS = 50;

/** An RFC 9457 problem with the extensions that our screens use. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  params: Record<string, string | number>;
  errors: FieldError[];
  /** Number of errors that are not listed. */
  moreErrors?: number;
  traceId: string | null;
}

/** Titles by kind of problem. */
const TITLES: Record<string, Record<Language, string>> = {
  invalid: { fr: 'Données invalides', en: 'Invalid data' },
  unauthenticated: { fr: 'Connexion nécessaire', en: 'Login required' },
  forbidden: { fr: 'Accès refusé', en: 'Access denied' },
  missing: { fr: 'Introuvable', en: 'Not found' },
  conflict: { fr: 'Conflit', en: 'Conflict' },
  blocked: { fr: 'Opération impossible', en: 'Operation impossible' },
  gone: { fr: 'Disparu', en: 'Gone' },
  stale: { fr: 'Version dépassée', en: 'Outdated version' },
  limited: { fr: 'Trop de demandes', en: 'Too many requests' },
  malformed: { fr: 'Requête incorrecte', en: 'Bad request' },
  unavailable: { fr: 'Service indisponible', en: 'Service unavailable' },
  internal: { fr: 'Erreur interne', en: 'Internal error' },
};

/** The response body for an error. */
export function problemBody(
  error: unknown,
  language: Language,
  instance: string,
  traceId: string | null,
): ProblemBody {
  const problem = toProblem(error);
  return {
    ...problem.extensions,
    type: `/problems/${problem.code}`,
    title: TITLES[problem.kind]![language],
    status: problem.status,
    detail: message(problem.code, language, problem.params),
    instance,
    code: problem.code,
    params: problem.params,
    errors: problem.errors.slice(0, MAX_ERRORS).map((field) => ({
      ...field,
      params: field.params ?? {},
      detail: field.detail ?? message(field.code, language, field.params),
    })),
    ...(problem.errors.length > MAX_ERRORS ? { moreErrors: problem.errors.length - MAX_ERRORS } : {}),
    traceId,
  };
}
