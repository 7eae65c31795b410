export { ConfigError, DRAIN_MS, type Environment, keycloakShape, loadConfig, logShape } from './config';
export { peerKey } from './config';
export { credentialsShape } from './service-credentials';
