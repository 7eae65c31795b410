import { standalone } from '@coulisse/mfe-kit/rsbuild';

const config = standalone('public-front', '/app/');

export default { ...config, html: { ...config.html, favicon: './src/icon.svg' } };
