export { createLogger } from './logger';
