// npm run token -- <login> [--password <password>]: an access token of a member of staff, for scripts.
//   curl -H "Authorization: Bearer $(npm run --silent token -- admin@lumiere.example)" http://localhost:8080/b/api/core/me
import { parseArgs } from 'node:util';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo.mjs';
import { accessToken } from './lib/keycloak-client.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { password: { type: 'string', default: DEMO_PASSWORD } },
});
const [login] = positionals;

try {
  if (!login)
    throw new Error(
      `npm run token -- <login>\nDemo logins: ${DEMO_LOGINS.map((user) => user.login).join(', ')}`,
    );
  console.log(await accessToken(login, values.password));
} catch (error) {
  console.error(
    error.cause?.code === 'ECONNREFUSED' ? 'Keycloak does not answer: `npm start` first.' : error.message,
  );
  process.exitCode = 1;
}
