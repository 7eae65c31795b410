import {
  HTTP_STATUS,
  kindOf,
  message,
  type MessageId,
  type MessageParams,
} from '@coulisse/contracts/messages';
import type { ProblemBody } from '@coulisse/mfe-kit';
import type { SampleLanguage } from './request';

export type MessageCode = MessageId;

export const messageText = (code: MessageCode, language: SampleLanguage): string => message(code, language);

interface FieldCode {
  pointer: string;
  code: MessageCode;
  params?: MessageParams;
}

/** The body of an error response as the real server sends it (RFC 9457). */
export const problemBody = (
  code: MessageCode,
  language: SampleLanguage,
  fields: readonly FieldCode[] = [],
): ProblemBody => ({
  type: `/problems/${code}`,
  title: messageText(code, language),
  status: HTTP_STATUS[kindOf(code)],
  detail: messageText(code, language),
  code,
  params: {},
  errors: fields.map(({ params = {}, ...field }) => ({
    ...field,
    params,
    detail: message(field.code, language, params),
  })),
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
