import { randomBytes } from 'node:crypto';
import { credentialsEnv } from '@coulisse/test-kit/test-credentials';
import { readConfig } from './config';

const enough = {
  ...credentialsEnv('gateway'),
  DATABASE_URL: 'postgres://gateway_app:x@localhost/gateway',
  KEYCLOAK_URL: 'http://localhost:8180/',
  FRONT_CLIENT_SECRET: 'secret',
  SESSION_KEY: randomBytes(32).toString('base64'),
};

describe('readConfig', () => {
  it('reads the addresses of services from the topology', () => {
    const config = readConfig({ ...enough, CRM_URL: 'http://crm:80/' });
    expect(config.services['crm']).toBe('http://crm:80');
    expect(config.services['identity']).toBe('http://127.0.0.1:4101');
    expect(config.IDENTITY_GRPC).toBe('127.0.0.1:5101');
    expect(config.KEYCLOAK_URL).toBe('http://localhost:8180');
    expect(config.FORM_ACTION_ORIGINS).toEqual([]);
  });

  it('reports all errors at once', () => {
    const wrong = { ...enough, DATABASE_URL: undefined, SESSION_KEY: 'c2hvcnQ=', HTTP_PORT: '99999' };
    expect(() => readConfig(wrong)).toThrow(
      /HTTP_PORT[\s\S]*DATABASE_URL[\s\S]*SESSION_KEY: expected 32 bytes/,
    );
  });
});
