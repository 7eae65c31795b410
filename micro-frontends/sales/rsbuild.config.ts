import { remote } from '@coulisse/mfe-kit/rsbuild';

export default remote('sales');
