export { currentTrace } from './trace';
