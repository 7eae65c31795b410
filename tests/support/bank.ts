import { createPrivateKey, randomInt, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, get, type Answer, type ProblemBody } from './public-api';
import { fromStack } from './stack';

export interface BankForm {
  action: string;
  fields: { name: string; value: string }[];
}

export const fieldOf = ({ fields }: BankForm, name: string): string => {
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`the form has no ${name}`);
  return field.value;
};

const bankUrl = () => fromStack('TEST_SANDBOX_BANK_URL');

/** The buyer decides on the bank's page; the bank tells the theatre and goes on trying by itself until it is heard. */
export const decideAtBank = (form: BankForm, decision: 'pay' | 'refuse' | 'cancel') =>
  get<{ notified: number; notification: string; returnUrl: string }>(`${bankUrl()}/api/pay`, {
    body: { fields: form.fields, decision },
  });

/** The bank takes the money and tells nobody: the notification that it would have sent, and where the browser goes. */
export const takenInSilenceAt = (form: BankForm) =>
  get<{ notification: string; returnUrl: string }>(`${bankUrl()}/api/pay`, {
    body: { fields: form.fields, decision: 'pay', tellShop: false },
  });

export const takenInSilence = async (form: BankForm): Promise<string> =>
  (await takenInSilenceAt(form)).notification;

/** What goes wrong at the bank from now on: `{ notifications: 'lost' }`, `{ inquiries: 'silent' }`, or put back. */
export const bankFaults = (faults: {
  notifications?: 'sent' | 'lost';
  inquiries?: 'ok' | 'silent' | 'none' | 'refused' | 'other-amount';
}) => get<object>(`${bankUrl()}/api/faults`, { body: faults });

/** What a notification says, in the names of the fields that the form asks for. */
export interface NotificationFields {
  M: string;
  R: string;
  T: string;
  S: string;
  A: string;
  E: string;
}

/** The notification of an accepted payment of exactly what the form says. */
export const acceptanceOf = (form: BankForm): NotificationFields => ({
  M: fieldOf(form, 'PBX_TOTAL'),
  R: fieldOf(form, 'PBX_CMD'),
  T: String(randomInt(1e8, 1e9)),
  S: String(randomInt(1e8, 1e9)),
  A: 'XXXXXX',
  E: '00000',
});

/**
 * A notification signed by the bank's own key, whatever it says: what refuses it then is the check behind the signature.
 */
export function signedByBank(fields: NotificationFields): string {
  const key = createPrivateKey(readFileSync(join(fromStack('TEST_DATA_DIR'), 'sandbox-bank', 'private.pem')));
  const data = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `${data}&K=${encodeURIComponent(sign('RSA-SHA1', Buffer.from(data), key).toString('base64'))}`;
}

/** Sends a notification to where the form says that the theatre listens. */
export const notify = (
  form: BankForm,
  query: string,
  language: 'fr' | 'en' = 'fr',
): Promise<Answer<ProblemBody>> => ask(`${fieldOf(form, 'PBX_REPONDRE_A')}?${query}`, { language });
