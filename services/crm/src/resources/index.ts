export { tiers } from './tiers.resource';
