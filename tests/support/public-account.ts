import { mailsTo } from './mailbox';
import { eventually, getJson, stackUrl } from './stack';

const PASSWORD = 'trois petits chats dansent';

/** The secret of the link in a mail to an address that opens a page of the account. */
const mailedToken = (email: string, page: 'password' | 'erase'): Promise<string> =>
  eventually(async () => {
    const texts = (await mailsTo(email)).map(({ text }) => text);
    const pattern = new RegExp(`/app/account/${page}\\?lang=\\w+#([\\w-]+)`);
    const [token] = texts.flatMap((text) => pattern.exec(text)?.[1] ?? []);
    if (!token) throw new Error(`no mail with a link to ${page} yet`);
    return token;
  }, 60_000);

/** Opens an account at a theatre and has it erased, as its owner does by the two mailed links. */
export async function eraseAnAccount(slug: string, email: string): Promise<void> {
  const { id: tenantId } = await getJson<{ id: string }>(`/app-api/configuration/saas-customers/${slug}`);
  let cookie = '';
  let csrfToken = '';
  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${stackUrl()}/app-api/session${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(cookie && { cookie, 'x-csrf-token': csrfToken }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const [set] = response.headers.getSetCookie();
    if (set) cookie = set.split(';')[0] ?? '';
    if (path === '/login') ({ csrfToken } = (await response.json()) as { csrfToken: string });
  };
  await post('/register', { tenantId, email, firstName: 'Léa', lastName: 'Moreau' });
  await post('/password', { token: await mailedToken(email, 'password'), password: PASSWORD });
  await post('/login', { tenantId, email, password: PASSWORD });
  await post('/erasure', { language: 'fr' });
  await post('/erase', { token: await mailedToken(email, 'erase') });
}
