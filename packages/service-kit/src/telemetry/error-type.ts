import { Problem } from '../problem/problem';

/** What telemetry says of an error: the code of a problem, or a class. Never a message: it may quote what a person typed. */
export const errorType = (error: unknown): string =>
  error instanceof Problem ? error.code : error instanceof Error ? error.name : typeof error;
