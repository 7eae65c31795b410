import { SESSION_SECONDS } from './session-store';

/** The session's cookie: `__Host-` binds it to the host and to https; plain http (development) cannot have it. */
export class SessionCookie {
  readonly name: string;
  private readonly attributes: string;

  constructor(publicUrl: string) {
    const secure = publicUrl.startsWith('https:');
    this.name = secure ? '__Host-sid' : 'sid';
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  }

  read(header: string | undefined): string | undefined {
    for (const pair of (header ?? '').split(';')) {
      const at = pair.indexOf('=');
      if (at > 0 && pair.slice(0, at).trim() === this.name) return pair.slice(at + 1).trim() || undefined;
    }
    return undefined;
  }

  write = (id: string): string => `${this.name}=${id}; Max-Age=${SESSION_SECONDS}; ${this.attributes}`;
  clear = (): string => `${this.name}=; Max-Age=0; ${this.attributes}`;
}
