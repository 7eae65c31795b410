import { standalone } from '@coulisse/mfe-kit/rsbuild';

export default standalone('api-docs', '/b/api/docs/', 'Coulisse API');
