import { createPrivateKey, randomInt, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi, callOk, type Answer, type ProblemBody } from './public-api';
import { fromStack } from './stack';

export interface BankForm {
  action: string;
  fields: { name: string; value: string }[];
}

export const fieldOf = ({ fields }: BankForm, name: string): string => {
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`the form has no ${name}`);
  return field.value;
};

const bankUrl = () => fromStack('TEST_SANDBOX_BANK_URL');

/** Decides on the bank's page; the bank notifies the product, and retries by itself until it gets a 200. */
export const decideAtBank = (form: BankForm, decision: 'pay' | 'refuse' | 'cancel') =>
  callOk<{ notified: number; notification: string; returnUrl: string }>(`${bankUrl()}/api/pay`, {
    body: { fields: form.fields, decision },
  });

/** Pays without a notification: returns the one that the bank would have sent, and the address for the browser. */
export const payWithoutNotification = (form: BankForm) =>
  callOk<{ notification: string; returnUrl: string }>(`${bankUrl()}/api/pay`, {
    body: { fields: form.fields, decision: 'pay', tellShop: false },
  });

export const takenInSilence = async (form: BankForm): Promise<string> =>
  (await payWithoutNotification(form)).notification;

/** Sets faults of the bank: `{ notifications: 'lost' }`, `{ inquiries: 'silent' }`, or the normal values. */
export const bankFaults = (faults: {
  notifications?: 'sent' | 'lost';
  inquiries?: 'ok' | 'silent' | 'none' | 'refused' | 'other-amount';
}) => callOk<object>(`${bankUrl()}/api/faults`, { body: faults });

/** The fields of a notification, by the names that the form requests. */
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
 * A notification signed by the bank's own key, whatever its fields: only the checks behind the signature can refuse it.
 */
export function signedByBank(fields: NotificationFields): string {
  const key = createPrivateKey(readFileSync(join(fromStack('TEST_DATA_DIR'), 'sandbox-bank', 'private.pem')));
  const data = Object.entries<string>({ ...fields })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `${data}&K=${encodeURIComponent(sign('RSA-SHA1', Buffer.from(data), key).toString('base64'))}`;
}

/** Sends a notification to the address that the form names. */
export const notify = (
  form: BankForm,
  query: string,
  language: 'fr' | 'en' = 'fr',
): Promise<Answer<ProblemBody>> => callApi(`${fieldOf(form, 'PBX_REPONDRE_A')}?${query}`, { language });
