export { ExpiringCache } from './expiring-cache';
