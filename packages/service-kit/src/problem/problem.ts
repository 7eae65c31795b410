import {
  HTTP_STATUS,
  kindOf,
  message,
  type MessageId,
  type MessageParams,
  type ProblemKind,
} from '@coulisse/contracts';

/** What is wrong with one value of a request. */
export interface FieldError {
  /** JSON pointer into the request's body, such as `/lines/0/start`. */
  pointer: string;
  code: MessageId;
  params?: MessageParams;
  /** The text itself, when it is not the catalogue's. */
  detail?: string;
}

export interface ProblemOptions {
  params?: MessageParams;
  errors?: FieldError[];
  cause?: unknown;
  /** HTTP status, where the kind's own does not fit. */
  status?: number;
  /** Further members of the answer (RFC 9457, section 3.2), such as what links to a record. */
  extensions?: Readonly<Record<string, unknown>>;
  /** HTTP headers that go with the answer, such as `Retry-After`. */
  headers?: Record<string, string>;
}

/** Whoever is told that it was too much is told, for machines too, when it is not (RFC 9110 §10.2.3). */
const waitOf = ({ seconds, minutes }: MessageParams): Record<string, string> => ({
  'Retry-After': String(Math.max(1, Math.ceil(Number(seconds ?? Number(minutes ?? 1) * 60)))),
});

/** The one error of the product: an id of the catalogue with its parameters. Everything else is a bug or an outage. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: MessageId;
  readonly kind: ProblemKind;
  readonly params: MessageParams;
  readonly errors: readonly FieldError[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(code: MessageId, options: ProblemOptions = {}) {
    super(
      message(code, 'en', options.params),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.kind = kindOf(code);
    this.params = options.params ?? {};
    this.errors = options.errors ?? [];
    this.status = options.status ?? HTTP_STATUS[this.kind];
    this.headers = { ...(this.kind === 'limited' && waitOf(this.params)), ...options.headers };
    this.extensions = options.extensions ?? {};
  }
}
