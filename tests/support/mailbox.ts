import { Mailbox, type ReceivedMail } from '@coulisse/test-kit/mailbox';
import { eventually, fromStack } from './stack';

/** The mailbox of the stack under test. */
export const mailbox = (): Mailbox => new Mailbox(fromStack('TEST_MAILBOX_URL'));

/** Everything that arrived for an address. */
export const mailsTo = (address: string): Promise<ReceivedMail[]> => mailbox().mailsTo(address);

/** The link to a page of the public front (`w`, `account/erase`), in French, in a mail of a subject; mails are sent by jobs. */
export const mailedLink = (address: string, subject: RegExp, path: string): Promise<string> =>
  eventually(async () => {
    const mail = (await mailsTo(address)).find((received) => subject.test(received.subject));
    const link = new RegExp(`https?://\\S+/app/${path}\\?lang=fr#[\\w-]+`).exec(mail?.text ?? '')?.[0];
    if (!link) throw new Error(`no mail ${String(subject)} to ${address}`);
    return link;
  }, 60_000);
