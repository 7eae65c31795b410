import { Mailbox, type ReceivedMail } from '@coulisse/test-kit/mailbox';
import { fromStack } from './stack';

/** The mailbox of the stack under test. */
export const mailbox = (): Mailbox => new Mailbox(fromStack('TEST_MAILBOX_URL'));

/** Everything that arrived for an address. */
export const mailsTo = (address: string): Promise<ReceivedMail[]> => mailbox().mailsTo(address);
