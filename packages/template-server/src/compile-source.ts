import type { MessageId, MessageParams } from '@coulisse/contracts';
import { type FieldError, Problem } from '@coulisse/service-kit/problem';
import {
  compileMailBody,
  type Compiled,
  compileSubject,
  compileTemplate,
  type Template,
  type TemplateError,
  type TemplateKind,
} from '@coulisse/templates';
import type { TemplateSource } from './served-template';

/** A template that is ready to be rendered. */
export interface CompiledSource {
  readonly body: Template;
  readonly subject: Template | null;
}

/** An error at a place of the source or of the subject. */
export interface SourceError {
  readonly pointer: '/source' | '/subject';
  readonly line: number;
  readonly column: number;
  readonly code: MessageId;
  readonly params: MessageParams;
}

/** Compiles a source, and the subject of a mail; or returns all their errors. */
export async function compileSource(
  kind: TemplateKind,
  { source, subject }: TemplateSource,
): Promise<CompiledSource | { readonly errors: readonly SourceError[] }> {
  const isMail = kind.kind === 'mail';
  const body = isMail ? await compileMailBody(kind, source) : compileTemplate(kind, source);
  const line = isMail ? compileSubject(kind, subject ?? '') : null;
  const errors = [...errorsOf('/source', body), ...(line ? errorsOf('/subject', line) : [])];
  if (errors.length > 0 || 'errors' in body) return { errors };
  return { body: body.template, subject: line && 'template' in line ? line.template : null };
}

const errorsOf = (pointer: SourceError['pointer'], compiled: Compiled): SourceError[] =>
  'errors' in compiled ? compiled.errors.map((error: TemplateError) => ({ pointer, ...error })) : [];

/** Compiles, or throws one problem with all errors; line and column are among their parameters. */
export async function compileOrThrow(kind: TemplateKind, source: TemplateSource): Promise<CompiledSource> {
  const compiled = await compileSource(kind, source);
  if (!('errors' in compiled)) return compiled;
  throw new Problem('template.invalid', { errors: compiled.errors.map(toFieldError) });
}

const toFieldError = ({ pointer, code, params, line, column }: SourceError): FieldError => ({
  pointer,
  code,
  params: { ...params, line, column },
});
