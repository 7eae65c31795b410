import { ConfigError, kafkaShape, loadConfig } from '../config/config';
import { kafkaAccess } from './kafka-access';

const access = (env: Record<string, string>) =>
  kafkaAccess(loadConfig(kafkaShape, { KAFKA_BROKERS: 'kafka:9092', ...env }));

it('is empty when nothing is configured', () => expect(access({})).toEqual({}));

it('authenticates with SASL over TLS', () => {
  expect(access({ KAFKA_USERNAME: 'crm', KAFKA_PASSWORD: 'p', KAFKA_TLS_CA: 'PEM' })).toEqual({
    sasl: { mechanism: 'scram-sha-512', username: 'crm', password: 'p' },
    ssl: { ca: ['PEM'] },
  });
  expect(access({ KAFKA_TLS: 'true' })).toEqual({ ssl: true });
});

it('requires both user name and password', () =>
  expect(() => access({ KAFKA_USERNAME: 'crm' })).toThrow(ConfigError));
