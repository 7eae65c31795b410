import { callOk } from './public-api';

const PATH = '/b/api/sale/bank-settings';

interface Stored {
  id: string;
  version: number;
}

/** Chooses the bank of the theatre whose staff the token is of. */
export async function chooseBank(
  token: string,
  values: { bankKitMode: 'PAYBOX' | 'SYSTEMPAY' } & Record<string, string | null>,
): Promise<void> {
  const { items } = await callOk<{ items: Stored[] }>(`${PATH}?size=1`, { token });
  const { id, version } = await callOk<Stored>(`${PATH}/${items[0]?.id}`, { token });
  await callOk(`${PATH}/${id}`, {
    ...{ token, method: 'PATCH', body: values },
    headers: { 'if-match': `"${version}"` },
  });
}

/** A shop of the sandbox bank, which knows one key: `dev/sandbox-bank`. */
export const SYSTEMPAY_SHOP = {
  bankKitMode: 'SYSTEMPAY',
  systempaySiteId: '12345678',
  systempayMode: 'TEST',
  systempayKey: '1122334455667788',
} as const;
