import { host } from '@coulisse/mfe-kit/rsbuild';

export default host('shell');
