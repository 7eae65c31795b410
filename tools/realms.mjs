// npm run realms: brings the realms of an installed Keycloak to their description, what an import by the operator cannot do
// included. All settings come from the environment.
import { applyRealms } from '../dev/keycloak/apply-realms.mjs';

const needed = [
  'KEYCLOAK_URL',
  'KEYCLOAK_ADMIN',
  'KEYCLOAK_ADMIN_PASSWORD',
  'PUBLIC_URL',
  'IDENTITY_CLIENT_SECRET',
  'FRONT_CLIENT_SECRET',
  'SMTP_URL',
];
const { env } = process;
const missing = needed.filter((name) => !env[name]);
if (missing.length) {
  console.error(`the environment lacks ${missing.join(', ')}: k8s/platform/README.md`);
  process.exit(1);
}
const smtp = new URL(env.SMTP_URL ?? '');
await applyRealms(
  { url: env.KEYCLOAK_URL, username: env.KEYCLOAK_ADMIN, password: env.KEYCLOAK_ADMIN_PASSWORD },
  {
    stack: env.STACK ?? 'coulisse',
    publicUrl: env.PUBLIC_URL,
    identitySecret: env.IDENTITY_CLIENT_SECRET,
    gatewaySecret: env.FRONT_CLIENT_SECRET,
    smtp: { host: smtp.hostname, port: smtp.port || '587' },
    isInstalled: true,
  },
);
console.log('realms coulisse and coulisse-front are as described');
