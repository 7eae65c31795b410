/** A page with its form: action and field names. */
export interface Page {
  status: number;
  url: string;
  text: string;
  /** The final redirect target, when it is outside Keycloak. */
  redirectedTo?: URL;
  form?: { action: string; hidden: Record<string, string>; names: string[] };
}

const decoded = (text: string): string =>
  text
    .replace(/&amp;/g, '&')
    .replace(/&quot;/g, '"')
    .replace(/&#(?:39|x27);/g, "'")
    .replace(/&#(?:61|x3D);/g, '=');

function formOf(html: string, base: string): Page['form'] {
  const found = /<form[^>]*?action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/i.exec(html);
  if (!found) return undefined;
  const hidden: Record<string, string> = {};
  const names: string[] = [];
  for (const [input] of (found[2] ?? '').matchAll(/<input\b[^>]*>/gi)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (!name) continue;
    names.push(name);
    if (/type="hidden"/i.test(input)) hidden[name] = decoded(/value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  return { action: new URL(decoded(found[1] ?? ''), base).href, hidden, names };
}

/** Reads login pages over HTTP: cookies by path, redirects, forms. */
export class PageReader {
  private readonly cookies = new Map<string, { name: string; value: string; path: string }>();

  /** Follows redirects to a page, or to a URL that begins with `stopAt`. */
  async open(address: string, stopAt: string, body?: Record<string, string>): Promise<Page> {
    let [url, form] = [address, body];
    for (let hops = 0; hops < 20; hops += 1) {
      if (url.startsWith(stopAt)) return { status: 200, url, text: '', redirectedTo: new URL(url) };
      const response = await fetch(url, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: this.cookiesFor(url) },
        ...(form && { body: new URLSearchParams(form) }),
      });
      this.storeCookies(response);
      const location = response.headers.get('location');
      const text = await response.text();
      if (response.status < 300 || response.status >= 400 || !location)
        return { status: response.status, url, text, form: formOf(text, url) };
      [url, form] = [new URL(location, url).href, undefined];
    }
    throw new Error('too many redirects');
  }

  submit(page: Page, fields: Record<string, string>, stopAt: string): Promise<Page> {
    if (!page.form)
      throw new Error(`no form at ${page.url}: ${page.text.replace(/<[^>]+>|\s+/g, ' ').slice(0, 300)}`);
    return this.open(page.form.action, stopAt, { ...page.form.hidden, ...fields });
  }

  private cookiesFor(url: string): string {
    const { pathname } = new URL(url);
    return [...this.cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  private storeCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
      if (value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute)))
        this.cookies.delete(name + path);
      else this.cookies.set(name + path, { name, value, path });
    }
  }
}
