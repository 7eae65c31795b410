import type { Harness } from './harness';

interface SessionBody {
  csrfToken: string;
  account: { email: string; firstName: string; lastName: string } | null;
}

/** A browser on the public front: stores its cookie and sends its CSRF token. */
export class Visitor {
  cookie: string | undefined;
  csrfToken = '';

  constructor(private readonly harness: Harness) {}

  static async on(harness: Harness): Promise<Visitor> {
    const visitor = new Visitor(harness);
    await visitor.session();
    return visitor;
  }

  async session(): Promise<SessionBody> {
    return this.readSession(await this.get('/app-api/session'));
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.storeCookie(await this.harness.fetch(path, { headers: { ...this.cookies(), ...headers } }));
  }

  async post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.storeCookie(
      await this.harness.fetch(path, {
        method: 'POST',
        headers: {
          ...this.cookies(),
          'sec-fetch-site': 'same-origin',
          'x-csrf-token': this.csrfToken,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  }

  async login(tenantId: string, email: string, password: string): Promise<Response> {
    const response = await this.post('/app-api/session/login', { tenantId, email, password });
    if (response.ok) await this.readSession(response.clone());
    return response;
  }

  private cookies = (): Record<string, string> => (this.cookie ? { cookie: this.cookie } : {});

  private storeCookie(response: Response): Response {
    const set = response.headers.getSetCookie()[0];
    if (set) this.cookie = set.startsWith('sid=;') ? undefined : set.split(';')[0];
    return response;
  }

  private async readSession(response: Response): Promise<SessionBody> {
    const body = (await response.json()) as SessionBody;
    this.csrfToken = body.csrfToken;
    return body;
  }
}
