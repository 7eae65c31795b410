import type { RequestHandler } from 'express';

export interface SecurityOptions {
  keycloakUrl: string;
  publicUrl: string;
  formActionOrigins: readonly string[];
}

/**
 * What a page of ours may load: our own scripts only (remotes of the shell come from here too), Keycloak for tokens
 * and silent renewal, the bank as the target of the payment form. Inline styles are allowed because PrimeReact and
 * seat plans set them on elements.
 */
export function contentSecurityPolicy({ keycloakUrl, formActionOrigins }: SecurityOptions): string {
  const keycloak = new URL(keycloakUrl).origin;
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", keycloak],
    'frame-src': ["'self'", keycloak],
    'worker-src': ["'self'", 'blob:'],
    'form-action': ["'self'", keycloak, ...formActionOrigins],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'self'"],
    'object-src': ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}

/** Headers of everything that the gateway itself answers. */
export function securityHeaders(options: SecurityOptions): RequestHandler {
  const headers: Record<string, string> = {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  };
  if (options.publicUrl.startsWith('https:')) {
    headers['Strict-Transport-Security'] = 'max-age=31536000; includeSubDomains';
  }
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
