import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialsEnv } from '@coulisse/test-kit/test-credentials';
import { z } from 'zod';
import { ConfigError, loadConfig, peerShape, settings, standardShape } from './config';

const valid = {
  ...credentialsEnv('crm'),
  DATABASE_URL: 'postgres://crm_app:p@localhost:5432/crm',
  DATABASE_PLATFORM_URL: 'postgres://crm_platform:p@localhost:5432/crm',
  KAFKA_BROKERS: 'a:9092, b:9092',
  KEYCLOAK_URL: 'http://localhost:8180/',
};

it('reads what every service needs, with the ports of the topology', () => {
  expect(loadConfig(standardShape('crm'), valid)).toMatchObject({
    HTTP_PORT: 4102,
    GRPC_PORT: 5102,
    KAFKA_BROKERS: ['a:9092', 'b:9092'],
    KEYCLOAK_URL: 'http://localhost:8180',
    KEYCLOAK_REALM: 'coulisse',
  });
});

it('lists all invalid settings in one error', () => {
  const env = {
    ...valid,
    DATABASE_URL: 'mysql://x',
    HTTP_PORT: 'http',
    KAFKA_BROKERS: '',
    SERVICE_KEY: 'short',
    SERVICE_PEERS: '{"crm":"short"}',
  };
  const attempt = () => loadConfig({ ...standardShape('crm'), ...peerShape(['elsewhere']) }, env);
  expect(attempt).toThrow(ConfigError);
  try {
    attempt();
  } catch (error) {
    const keys = (error as ConfigError).reasons.map((reason) => reason.split(':')[0]);
    expect(keys.sort()).toEqual([
      'DATABASE_URL',
      'ELSEWHERE_GRPC',
      'HTTP_PORT',
      'KAFKA_BROKERS',
      'SERVICE_KEY',
      'SERVICE_PEERS',
    ]);
  }
});

it('reads secrets from files, and throws when one cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  writeFileSync(join(folder, 'key'), 'from the file\n');
  const shape = { KEY: z.string() };
  expect(loadConfig(shape, { KEY: 'direct', KEY_FILE: join(folder, 'key') })).toEqual({
    KEY: 'from the file',
  });
  expect(() => loadConfig(shape, { KEY_FILE: join(folder, 'none') })).toThrow(/KEY: ENOENT/);
  rmSync(folder, { recursive: true });
});

it('has the default address of each peer, and types the own settings of a service', () => {
  expect(loadConfig(peerShape(['payments']), {})).toEqual({ PAYMENTS_GRPC: '127.0.0.1:5104' });
  const own = { LIMIT: z.coerce.number() };
  expect(settings({ config: loadConfig(own, { LIMIT: '5' }) }, own).LIMIT + 1).toBe(6);
});

it('requires credentials, accepts several keys of one peer, and never quotes a key in an error', () => {
  const { SERVICE_KEY, SERVICE_PEERS, ...without } = valid;
  const reasons = (env: Record<string, string>): string => {
    try {
      loadConfig(standardShape('crm'), env);
      return '';
    } catch (error) {
      return (error as ConfigError).message;
    }
  };
  expect(reasons(without)).toMatch(/SERVICE_KEY[\s\S]*SERVICE_PEERS/);
  const crm = (JSON.parse(SERVICE_PEERS) as Record<string, string>).crm!;
  const peers = { crm: [crm, crm], ticketing: crm };
  const config = loadConfig(standardShape('crm'), { ...valid, SERVICE_PEERS: JSON.stringify(peers) });
  expect(config.SERVICE_PEERS.get('crm')).toHaveLength(2);
  // A private key instead of a public one, invalid JSON, and JSON of other shapes.
  for (const wrong of [`{"crm":"canary${SERVICE_KEY}"}`, 'canary', '[]', '{"crm":[]}', '{"crm":5}']) {
    const message = reasons({ ...valid, SERVICE_PEERS: wrong });
    expect(message).toContain('SERVICE_PEERS');
    expect(message).not.toContain('canary');
  }
});
