/** A reason to refuse a template; a code of the message catalogue. */
export type TemplateErrorCode =
  | 'template.syntax'
  | 'template.unclosed-block'
  | 'template.unknown-keyword'
  | 'template.unknown-keyword-suggestion'
  | 'template.unknown-helper'
  | 'template.helper-arguments'
  | 'template.forbidden-construct'
  | 'template.not-a-list'
  | 'template.not-a-value'
  | 'template.raw-value'
  | 'template.rich-text-braces'
  | 'template.value-position'
  | 'template.unbalanced-branches'
  | 'template.markup'
  | 'template.forbidden-element'
  | 'template.forbidden-attribute'
  | 'template.forbidden-address'
  | 'template.forbidden-style'
  | 'template.mail-markup'
  | 'template.too-large'
  | 'template.too-many-tags'
  | 'template.too-deep'
  | 'template.empty';

/** A position in a source; both numbers start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}
export interface TemplateError extends Position {
  readonly code: TemplateErrorCode;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Collects the errors of a template, in the order of the source. */
export class TemplateErrors {
  private readonly found: TemplateError[] = [];

  add(code: TemplateErrorCode, { line, column }: Position, params: TemplateError['params'] = {}): void {
    if (this.isFull) return;
    const repeated = this.found.some(
      (error) => error.code === code && error.line === line && error.column === column,
    );
    if (!repeated) this.found.push({ code, line, column, params });
  }

  /** Further errors are not added. */
  get isFull(): boolean {
    return this.found.length >= MOST_ERRORS;
  }

  get list(): TemplateError[] {
    return this.found.toSorted((left, right) => left.line - right.line || left.column - right.column);
  }
}
/** An editor shows no more errors at once. */
const MOST_ERRORS = 50;

/** A limit that a rendering exceeded. */
export class TemplateLimitError extends Error {
  override readonly name = 'TemplateLimitError';
  constructor(
    readonly code: 'template.output-too-large' | 'template.too-slow',
    readonly params: Readonly<Record<string, number>>,
  ) {
    super(code);
  }
}
