// What is said when all is up: where to go and who to be.
import { DEMO_LOGINS, DEMO_PASSWORD } from '../demo.mjs';
import { addresses } from './addresses.mjs';

const row = (label, value) => `  ${label.padEnd(22)} ${value}`;

/** @param {{ infraOnly: boolean, native: Set<string> }} plan */
export function welcome({ infraOnly, native }) {
  const known = addresses();
  const product = [
    row('Public front', `${known.publicUrl}/app`),
    row('Staff portal', `${known.publicUrl}/b`),
    row('API', `${known.publicUrl}/b/api/openapi.json`),
  ];
  const parts = [
    ...(native.has('mailbox') ? [row('Mailbox', known.mailboxUrl)] : []),
    row('Sandbox bank', known.sandboxBankUrl),
    row('Keycloak', `${known.keycloakUrl}/admin   admin, password "keycloakAdmin" in .data/secrets.json`),
  ];
  const logins = [
    '',
    `  Demo logins, all with the password ${DEMO_PASSWORD}`,
    ...DEMO_LOGINS.map(({ login, role, theatre }) => row(login, theatre ? `${role}, ${theatre}` : role)),
  ];
  return [...(infraOnly ? [] : product), ...parts, ...(infraOnly ? [] : logins), ''].join('\n');
}
