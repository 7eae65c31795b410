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
  /** Text that replaces the catalogue's. */
  detail?: string;
}

export interface ProblemOptions {
  params?: MessageParams;
  errors?: FieldError[];
  cause?: unknown;
  /** HTTP status, if it differs from the kind's. */
  status?: number;
  /** Extension members of the response (RFC 9457, section 3.2), such as a link to a record. */
  extensions?: Readonly<Record<string, unknown>>;
  /** HTTP headers of the response, such as `Retry-After`. */
  headers?: Record<string, string>;
}

/** `Retry-After` of a rate limit, from the message's parameters (RFC 9110 §10.2.3). */
const waitOf = ({ seconds, minutes }: MessageParams): Record<string, string> => ({
  'Retry-After': String(Math.max(1, Math.ceil(Number(seconds ?? Number(minutes ?? 1) * 60)))),
});

/** An expected error: a message id of the catalogue with its parameters. Any other error is a bug or an outage. */
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
