// The message at the end of a start: addresses and logins.
import { DEMO_LOGINS, DEMO_PASSWORD } from '../demo.mjs';
import { join } from 'node:path';
import { addresses } from './addresses.mjs';
import { shown } from './command.mjs';
import { jaegerUrl } from '../infra/jaeger.mjs';
import { prometheusUrl } from '../infra/prometheus.mjs';
import { keycloakAccess } from './keycloak-client.mjs';
import { DATA_DIR } from './settings.mjs';

const row = (label, value) => `  ${label.padEnd(22)} ${value}`;

/** @param {Pick<import('./stack.mjs').Plan, 'infraOnly' | 'native' | 'choice'>} plan */
export function welcome({ infraOnly, native, choice }) {
  const urls = addresses();
  const { username } = keycloakAccess();
  const administrator = native.has('keycloak')
    ? `${username}, password "keycloakAdmin" in ${shown(join(DATA_DIR, 'secrets.json'))}`
    : `your own, as ${username}`;
  const product = [
    row('Public front', `${urls.publicUrl}/app`),
    row('Staff portal', `${urls.publicUrl}/b`),
    row('API', `${urls.publicUrl}/b/api/openapi.json`),
  ];
  const parts = [
    ...(native.has('mailbox') ? [row('Mailbox', urls.mailboxUrl)] : []),
    ...(choice.needs('bank') ? [row('Sandbox bank', urls.sandboxBankUrl)] : []),
    row('Keycloak', `${urls.keycloakUrl}/admin   ${administrator}`),
    ...(native.has('observability')
      ? [
          row('Operations', `${urls.publicUrl}/b/operations`),
          row('Prometheus', prometheusUrl()),
          row('Jaeger (API)', `${jaegerUrl()}/api/traces?service=gateway`),
        ]
      : []),
  ];
  const logins = [
    '',
    `  Demo logins, all with the password ${DEMO_PASSWORD}`,
    ...(choice.isWhole ? [] : ['  (made by a whole start: this one writes no demo data)']),
    ...DEMO_LOGINS.map(({ login, role, theatre }) => row(login, theatre ? `${role}, ${theatre}` : role)),
  ];
  return [...(infraOnly ? [] : product), ...parts, ...(infraOnly ? [] : logins), ''].join('\n');
}
