import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { BLOCKED_PORTS } from './blocked-ports.mjs';
import { OWN_OFFSETS, portsOf, ROOT } from './settings.mjs';

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

test('names the variables after the processes', () => {
  assert.equal(portsOf({ KEYCLOAK_MANAGEMENT_PORT: '1' }).keycloakManagement, 1);
  assert.equal(portsOf({ SANDBOX_BANK_PORT: '2' }).sandboxBank, 2);
});

test('refuses a value that is not a port, with the name of its variable', () => {
  assert.throws(() => portsOf({ GATEWAY_PORT: 'x' }), /GATEWAY_PORT: x/);
  assert.throws(() => portsOf({ COULISSE_PORT_OFFSET: '60000' }), /not a port/);
  assert.throws(() => portsOf({ COULISSE_PORT_OFFSET: 'x' }), /COULISSE_PORT_OFFSET/);
});

test('stacks that commands start have ports of their own, none of them blocked', () => {
  const parts = JSON.parse(readFileSync(join(ROOT, 'packages/contracts/src/topology.json'), 'utf8'));
  const services = parts.filter(({ kind }) => kind !== 'gateway');
  const base = [
    ...Object.values(portsOf({})),
    ...services.flatMap((service) => [service.httpPort, service.grpcPort]),
  ];
  const all = [0, ...Object.values(OWN_OFFSETS)].flatMap((offset) => base.map((port) => port + offset));
  assert.equal(new Set(all).size, all.length);
  assert.ok(!all.some((port) => BLOCKED_PORTS.has(port)));
});
