import { kindOf, messages, type MessageId, type MessageParams, type ProblemKind } from '@coulisse/contracts';
import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { Problem, type FieldError } from '../problem/problem';
import { toProblem } from '../problem/to-problem';

/** Metadata key of the problem: JSON of code, params, errors, HTTP status and when to try again. */
const PROBLEM_KEY = 'coulisse-problem-bin';

const STATUS: Record<ProblemKind, status> = {
  invalid: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  missing: status.NOT_FOUND,
  gone: status.NOT_FOUND,
  conflict: status.ABORTED,
  blocked: status.FAILED_PRECONDITION,
  stale: status.ABORTED,
  limited: status.RESOURCE_EXHAUSTED,
  malformed: status.INVALID_ARGUMENT,
  unavailable: status.UNAVAILABLE,
  internal: status.INTERNAL,
};

/** The peer is unavailable, or could not verify us yet: its clock and its keys change independently. */
const AWAY = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
  status.UNAUTHENTICATED,
]);

interface CarriedProblem {
  code: MessageId;
  params: MessageParams;
  errors: FieldError[];
  status: number;
  /** Seconds; absent from older peers, and where the problem says nothing of it. */
  retryAfter?: string | undefined;
}

/** The status of a failed call. */
export function toStatus(error: unknown): StatusObject {
  try {
    return statusOf(error);
  } catch {
    return { code: status.INTERNAL, details: 'internal', metadata: new Metadata() }; // Parameters that JSON cannot write.
  }
}

function statusOf(error: unknown): StatusObject {
  const { code, params, errors, status: http, kind, message, headers } = toProblem(error);
  const carried: CarriedProblem = {
    code,
    params,
    errors: [...errors],
    status: http,
    retryAfter: headers['Retry-After'],
  };
  const metadata = new Metadata();
  metadata.set(PROBLEM_KEY, Buffer.from(JSON.stringify(carried)));
  return { code: STATUS[kind], details: message, metadata };
}

/** The problem of a failed call; without one in the metadata, the status decides between an outage and a bug. */
export function fromStatus(error: ServiceError): Problem {
  const bytes = error.metadata?.get(PROBLEM_KEY)[0];
  const carried = bytes ? read(Buffer.from(bytes)) : null;
  if (carried) {
    const { code, params, errors, status: http, retryAfter } = carried;
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
    return new Problem(code, { params, errors, status: http, headers, cause: error });
  }
  return new Problem(AWAY.has(error.code) ? 'service.unavailable' : 'internal', { cause: error });
}

function read(bytes: Buffer): CarriedProblem | null {
  try {
    const carried = JSON.parse(bytes.toString('utf8')) as CarriedProblem;
    // A newer peer may know codes that this process does not.
    return carried.code in messages('fr') && kindOf(carried.code) ? carried : null;
  } catch {
    return null; // Not written by our services: the status decides.
  }
}
