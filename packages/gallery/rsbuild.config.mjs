import { standalone } from '@coulisse/mfe-kit/rsbuild';

export default standalone('gallery', '/', 'Gallery · Coulisse');
