import type { MessageId } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit';

/** Seconds between two mails of one kind about the same record that somebody asks for. */
export const MAIL_PAUSE_SECONDS = 60;

/**
 * Refuses a mail that follows an earlier one too soon.
 * @param waitSeconds What is left of the pause; zero or less when it is over.
 */
export function checkMailPause(code: MessageId, waitSeconds: number): void {
  if (waitSeconds <= 0) return;
  throw new Problem(code, {
    params: { seconds: waitSeconds },
    headers: { 'Retry-After': String(waitSeconds) },
  });
}
