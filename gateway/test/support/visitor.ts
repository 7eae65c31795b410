import type { Harness } from './harness';

interface Told {
  csrfToken: string;
  account: { email: string; firstName: string; lastName: string } | null;
}

/** A browser on the public front: keeps its cookie and sends its CSRF token. */
export class Visitor {
  cookie: string | undefined;
  csrfToken = '';

  constructor(private readonly harness: Harness) {}

  static async on(harness: Harness): Promise<Visitor> {
    const visitor = new Visitor(harness);
    await visitor.session();
    return visitor;
  }

  async session(): Promise<Told> {
    return this.told(await this.get('/app-api/session'));
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.keep(await this.harness.ask(path, { headers: { ...this.cookies(), ...headers } }));
  }

  async post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.keep(
      await this.harness.ask(path, {
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
    if (response.ok) await this.told(response.clone());
    return response;
  }

  private cookies = (): Record<string, string> => (this.cookie ? { cookie: this.cookie } : {});

  private keep(response: Response): Response {
    const set = response.headers.getSetCookie()[0];
    if (set) this.cookie = set.startsWith('sid=;') ? undefined : set.split(';')[0];
    return response;
  }

  private async told(response: Response): Promise<Told> {
    const told = (await response.json()) as Told;
    this.csrfToken = told.csrfToken;
    return told;
  }
}
