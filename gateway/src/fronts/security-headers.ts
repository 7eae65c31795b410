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

type Headers = Readonly<Record<string, string>>;

/** Headers of every answer, whoever gives it. Names are in lower case, as those of services arrive. */
export function commonHeaders({ publicUrl }: Pick<SecurityOptions, 'publicUrl'>): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/** Beside them, of data: a browser that is made to show it as a page finds nothing to run, and no other site may embed it. */
export const dataHeaders = (options: Pick<SecurityOptions, 'publicUrl'>): Headers => ({
  ...commonHeaders(options),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
});

/** Headers of everything that the gateway itself answers. */
export function securityHeaders(options: SecurityOptions): RequestHandler {
  const headers = {
    ...commonHeaders(options),
    'content-security-policy': contentSecurityPolicy(options),
    'cross-origin-resource-policy': 'same-origin',
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
