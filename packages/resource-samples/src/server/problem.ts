import type { ProblemBody } from '@coulisse/mfe-kit';
import type { SampleLanguage } from './request';

/** The messages of the real server that the sample server needs. */
const MESSAGES = {
  'http.404': { status: 404, fr: 'Page introuvable.', en: 'Page not found.' },
  'security.insufficient-privilege': {
    status: 403,
    fr: 'Privilèges insuffisants.',
    en: 'Insufficient privilege.',
  },
  'record.changed': {
    status: 412,
    fr: 'Quelqu’un a modifié cette fiche entre-temps. Rechargez-la avant d’enregistrer.',
    en: 'Somebody changed this record in the meantime. Reload it before saving.',
  },
  'transition.impossible': {
    status: 409,
    fr: 'Une erreur est survenue, veuillez contacter le support.',
    en: 'An error occurred, please contact support.',
  },
  'transition.wrong-state': {
    status: 422,
    fr: 'Cette action n’est pas possible dans cet état.',
    en: 'This action is not possible in this state.',
  },
  'validation.failed': {
    status: 422,
    fr: 'Certaines valeurs sont à corriger.',
    en: 'Some values need correcting.',
  },
  'validation.not-blank': {
    status: 422,
    fr: 'Cette valeur ne doit pas être vide.',
    en: 'This value should not be blank.',
  },
  'validation.choice': {
    status: 422,
    fr: 'Cette valeur ne fait pas partie des choix proposés.',
    en: 'This value is not one of the choices.',
  },
  'validation.number': {
    status: 422,
    fr: 'Cette valeur doit être un nombre.',
    en: 'This value must be a number.',
  },
  'import.empty': {
    status: 422,
    fr: 'Le fichier ne contient aucune ligne à importer.',
    en: 'The file has no row to import.',
  },
  'import.unreadable': {
    status: 422,
    fr: 'Le fichier n’a pas pu être lu : enregistrez-le de nouveau en CSV ou en XLSX.',
    en: 'The file could not be read: save it again as CSV or XLSX.',
  },
  internal: { status: 500, fr: 'Une erreur interne s’est produite.', en: 'An internal error occurred.' },
} as const;

export type MessageCode = keyof typeof MESSAGES;

export const messageText = (code: MessageCode, language: SampleLanguage): string => MESSAGES[code][language];

interface FieldCode {
  pointer: string;
  code: MessageCode;
}

/** The body of an error response as the real server sends it (RFC 9457). */
export const problemBody = (
  code: MessageCode,
  language: SampleLanguage,
  fields: readonly FieldCode[] = [],
): ProblemBody => ({
  type: `/problems/${code}`,
  title: messageText(code, language),
  status: MESSAGES[code].status,
  detail: messageText(code, language),
  code,
  params: {},
  errors: fields.map((field) => ({ ...field, params: {}, detail: messageText(field.code, language) })),
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
});

/** Thrown by the operations of the sample server. */
export class SampleProblem extends Error {
  constructor(
    readonly code: MessageCode,
    readonly fields: readonly FieldCode[] = [],
  ) {
    super(code);
  }
}

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/** For the option `fail`: the error response of a code. */
export const problemResponse = (
  code: MessageCode,
  language: SampleLanguage = 'fr',
  fields: readonly FieldCode[] = [],
): Response => {
  const body = problemBody(code, language, fields);
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
};
