// npm run screens -- [--only crm] [--language fr,en] [--theme light,dark] [--width 1440,390] [--out .data/screens] [--axe]
// npm run screens -- --mode light,dark,custom   the public screens in each page style that a theatre may choose
// A picture of every screen of the running stack, in every look.
import { spawnSync } from 'node:child_process';
import { bundleTests } from './lib/bundle-tests.mjs';
import { ROOT } from './lib/settings.mjs';
import { currentEnvironment } from './lib/test-environment.mjs';

const program = await bundleTests('screens/take-pictures.ts', 'take-pictures');
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { ...process.env, ...currentEnvironment() },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
