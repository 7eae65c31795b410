import { callOk } from './public-api';

const SETTINGS = '/b/api/configuration/settings';

interface Stored {
  id: string;
  version: number;
}

/**
 * Changes settings of the box office of the theatre whose staff the token is of; the others stay. Returns what the changed
 * ones were.
 */
export async function changeSettings(
  token: string,
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { items } = await callOk<{ items: Stored[] }>(`${SETTINGS}?size=1`, { token });
  // A list shows some fields; the version is that of the record.
  const { id, version, ...before } = await callOk<Stored & Record<string, unknown>>(
    `${SETTINGS}/${items[0]?.id}`,
    { token },
  );
  await callOk(`${SETTINGS}/${id}`, {
    ...{ token, method: 'PATCH', body: values },
    headers: { 'if-match': `"${version}"` },
  });
  return Object.fromEntries(Object.keys(values).map((name) => [name, before[name] ?? null]));
}
