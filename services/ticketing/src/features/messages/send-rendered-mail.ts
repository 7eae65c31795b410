import type { mailsV1 } from '@coulisse/contracts';
import { Problem, type ServiceContext } from '@coulisse/service-kit';

const SEND_DEADLINE_MS = 30_000;

/**
 * Has notifications send a mail, once per key. Sends nothing when its documents are withdrawn meanwhile; returns whether it
 * was taken.
 */
export async function sendRenderedMail(
  mail: mailsV1.SendMailRequest,
  { clients }: ServiceContext,
): Promise<boolean> {
  try {
    await clients.mails.sendMail(mail, { deadlineMs: SEND_DEADLINE_MS });
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Another attempt is sending it, or died while sending: tried again until its result is known.
    if (error.code === 'idempotency.conflict') throw new Problem('service.unavailable', { cause: error });
    if (error.code !== 'document.gone') throw error;
    return false;
  }
}
