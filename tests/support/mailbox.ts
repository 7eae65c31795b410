import { get } from './public-api';
import { fromStack } from './stack';

export interface ReceivedMail {
  subject: string;
  text: string;
  to: { address: string }[];
  attachments?: { fileName: string; contentType: string; length: number }[];
}

/** Everything that arrived for an address. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const all = await get<ReceivedMail[]>(`${fromStack('TEST_MAILBOX_URL')}/email`);
  return all.filter(({ to }) => to.some((one) => one.address === address));
}
