import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, beforeEach, test } from 'node:test';
import { accessToken, isWrongPassword } from './keycloak-client.mjs';

const LOGIN_MS = 50;

/** Logins under way by user: as in Keycloak, a second one is refused meanwhile. */
const underWay = new Set();
let requests = 0;
const server = createServer(async (request, response) => {
  requests++;
  const form = new URLSearchParams(await text(request));
  const username = form.get('username');
  const refused = underWay.has(username) || form.get('password') !== 'right';
  if (!refused) {
    underWay.add(username);
    await sleep(LOGIN_MS);
    underWay.delete(username);
  }
  response.writeHead(refused ? 401 : 200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(
      refused
        ? { error: 'invalid_grant', error_description: 'Invalid user credentials' }
        : { access_token: `of ${username}` },
    ),
  );
});

let keycloak;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  keycloak = { url: `http://127.0.0.1:${server.address().port}` };
});
beforeEach(() => {
  underWay.clear();
  requests = 0;
});
after(() => server.close());

test('logins of one user at the same time are one request', async () => {
  const tokens = await Promise.all(Array.from({ length: 5 }, () => accessToken('one', 'right', keycloak)));
  assert.deepEqual(new Set(tokens), new Set(['of one']));
  assert.equal(requests, 1);
  await accessToken('one', 'right', keycloak);
  assert.equal(requests, 2);
});

test('a login that is refused because of one of another process is tried again', async () => {
  underWay.add('one');
  setTimeout(() => underWay.delete('one'), 100);
  assert.equal(await accessToken('one', 'right', keycloak), 'of one');
  assert.equal(requests, 2);
});

test('a wrong password is refused after three requests', async () => {
  await assert.rejects(accessToken('one', 'wrong', keycloak), isWrongPassword);
  assert.equal(requests, 3);
});
