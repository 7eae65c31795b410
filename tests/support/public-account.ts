import type { APIRequestContext } from 'playwright-core';
import { mailsTo } from './mailbox';
import { eventually, getJson, stackUrl } from './stack';

const PASSWORD = 'trois petits chats dansent';

type AccountPage = 'password' | 'erase';

/** The secrets of the links in the mails to an address that open a page of the account. */
async function mailedTokens(email: string, page: AccountPage): Promise<string[]> {
  const pattern = new RegExp(`/app/account/${page}\\?lang=\\w+#([\\w-]+)`);
  return (await mailsTo(email)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
}

/** The secret of a link that was not mailed earlier. */
const mailedToken = (email: string, page: AccountPage, earlier: readonly string[]): Promise<string> =>
  eventually(async () => {
    const token = (await mailedTokens(email, page)).find((mailed) => !earlier.includes(mailed));
    if (!token) throw new Error(`no mail with a link to ${page} yet`);
    return token;
  }, 60_000);

/** Sends a request of the public session; the sender keeps its cookies. */
type Post = (path: string, body: object) => Promise<void>;

/** Opens an account at a theatre by the mailed link, and logs in. */
async function openAndLogIn(post: Post, slug: string, email: string): Promise<void> {
  const { id: tenantId } = await getJson<{ id: string }>(`/app-api/configuration/saas-customers/${slug}`);
  const earlier = await mailedTokens(email, 'password');
  await post('/register', { tenantId, email, firstName: 'Léa', lastName: 'Moreau' });
  await post('/password', { token: await mailedToken(email, 'password', earlier), password: PASSWORD });
  await post('/login', { tenantId, email, password: PASSWORD });
}

/** Opens an account at a theatre for a browser, which is logged in then. */
export const openAccount = (requests: APIRequestContext, slug: string, email: string): Promise<void> =>
  openAndLogIn(
    async (path, data) => {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const response = await requests.post(`${stackUrl()}/app-api/session${path}`, { data, headers });
      if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    },
    slug,
    email,
  );

/** Opens an account at a theatre and has it erased, as its owner does by the two mailed links. */
export async function eraseAnAccount(slug: string, email: string): Promise<void> {
  const earlier = await mailedTokens(email, 'erase');
  let cookie = '';
  let csrfToken = '';
  const post: Post = async (path, body) => {
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
  await openAndLogIn(post, slug, email);
  await post('/erasure', { language: 'fr' });
  await post('/erase', { token: await mailedToken(email, 'erase', earlier) });
}
