import type { SASLOptions } from 'kafkajs';
import { ConfigError, type ConfigOf, type kafkaShape } from '../config/config';
import type { KafkaAccess } from './kafka-bus';

/** SASL and TLS settings from the environment; empty for a broker on loopback. */
export function kafkaAccess(config: ConfigOf<typeof kafkaShape>): KafkaAccess {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_SASL_MECHANISM: mechanism } = config;
  if ((username === undefined) !== (password === undefined))
    throw new ConfigError(['KAFKA_USERNAME, KAFKA_PASSWORD: expected both or none']);
  const { KAFKA_TLS: isProtected, KAFKA_TLS_CA: authority } = config;
  return {
    ...(username && { sasl: { mechanism, username, password } as SASLOptions }),
    ...(authority ? { ssl: { ca: [authority] } } : isProtected && { ssl: true }),
  };
}
