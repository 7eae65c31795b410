import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';

export interface SecurityOptions {
  keycloakUrl: string;
  publicUrl: string;
  formActionOrigins: readonly string[];
}

/** Inline elements that a page may have, as source expressions. */
export interface InlineSources {
  styles?: readonly string[];
  scripts?: readonly string[];
}

export const nonceSource = (nonce: string): string => `'nonce-${nonce}'`;
/** Allows an inline element with exactly this text. */
export const digestSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * What our pages may load: our own scripts only (remotes of the shell are served here too), Keycloak for tokens
 * and silent renewal, the bank as the target of the payment form. Styles come from our files; a page names further the
 * digests of what the build put into it, or a nonce for the style elements that its widgets create. Styles that scripts
 * set on elements do not count as inline styles.
 */
export function contentSecurityPolicy(
  { keycloakUrl, formActionOrigins }: Pick<SecurityOptions, 'keycloakUrl' | 'formActionOrigins'>,
  { styles = [], scripts = [] }: InlineSources = {},
): string {
  const keycloak = new URL(keycloakUrl).origin;
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", keycloak],
    'frame-src': ["'self'", keycloak],
    'worker-src': ["'self'", 'blob:'],
    'form-action': ["'self'", keycloak, ...formActionOrigins],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}

/** The policy of a page that these sites may show in a frame, beside our own. */
export const embeddedBy = (policy: string, origins: readonly string[]): string =>
  policy.replace(/frame-ancestors [^;]*/, () => `frame-ancestors ${["'self'", ...origins].join(' ')}`);

type Headers = Readonly<Record<string, string>>;

/** Headers of every response. Names are in lower case, like those of the services' responses. */
export function commonHeaders({ publicUrl }: Pick<SecurityOptions, 'publicUrl'>): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
    ...(publicUrl.startsWith('https:') && {
      // Not for subdomains: the host may be the domain of a theatre, whose other sites are not ours.
      'strict-transport-security': 'max-age=31536000',
    }),
  };
}

/**
 * Headers of data: the common ones, and a policy that lets a browser run nothing when it is made to show the data as
 * a page. No other site may embed it.
 */
export const dataHeaders = (options: Pick<SecurityOptions, 'publicUrl'>): Headers => ({
  ...commonHeaders(options),
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
});

/** Sets the headers of responses that the gateway itself produces. */
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
