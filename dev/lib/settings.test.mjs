import assert from 'node:assert/strict';
import test from 'node:test';
import { portsOf } from './settings.mjs';

test('ports have defaults', () => {
  const ports = portsOf({});
  assert.equal(ports.gateway, 8080);
  assert.equal(ports.keycloakManagement, 9190);
});

test('an offset moves every port that is not named', () => {
  const ports = portsOf({ COULISSE_PORT_OFFSET: '20000', GATEWAY_PORT: '9000' });
  assert.equal(ports.gateway, 9000);
  assert.equal(ports.postgres, 25433);
});

test('variables are named after what listens', () => {
  assert.equal(portsOf({ KEYCLOAK_MANAGEMENT_PORT: '1' }).keycloakManagement, 1);
  assert.equal(portsOf({ SANDBOX_BANK_PORT: '2' }).sandboxBank, 2);
});

test('what is not a port is refused by name', () => {
  assert.throws(() => portsOf({ GATEWAY_PORT: 'x' }), /GATEWAY_PORT: x/);
  assert.throws(() => portsOf({ COULISSE_PORT_OFFSET: '60000' }), /not a port/);
  assert.throws(() => portsOf({ COULISSE_PORT_OFFSET: 'x' }), /COULISSE_PORT_OFFSET/);
});
