// npm run dev -- crm ticketing: rebuilds the named parts at every change, behind the gateway of a running stack.
// A front shows the change at the next reload of the page; a service is restarted. A name may mean both.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { context } from 'esbuild';
import { isService, RSBUILD, serverBundle, TABLE_WORKER } from './build.mjs';
import { addresses } from './lib/addresses.mjs';
import { ROOT } from './lib/settings.mjs';
import { workspaces } from './lib/workspaces.mjs';
import { isRunning, order } from './supervisor/client.mjs';

const names = process.argv.slice(2);
const selected = [...workspaces().values()].filter(({ dir }) => names.includes(basename(dir)));
const fronts = selected.filter(({ dir }) => existsSync(join(dir, 'rsbuild.config.ts')));
const servers = selected.filter(
  ({ dir }) => existsSync(join(dir, 'src/main.ts')) && !fronts.some((front) => front.dir === dir),
);
const unknown = names.filter((name) => !selected.some(({ dir }) => basename(dir) === name));

if (names.length === 0 || unknown.length) {
  console.error(unknown.length ? `Nothing is called ${unknown.join(', ')}.` : 'npm run dev -- <name> …');
  process.exit(1);
}
if (!isRunning()) {
  console.error('Nothing runs: `npm start -- --detach` first.');
  process.exit(1);
}

/** Restarts a service after every build that worked. */
const restartAfterBuild = (name) => ({
  name: 'restart',
  setup({ onEnd }) {
    onEnd(async ({ errors }) => {
      if (errors.length) return;
      try {
        await order('restart', { name });
        console.log(`${name}: built and restarted`);
      } catch (error) {
        console.error(`${name}: ${error.message}`);
      }
    });
  },
});

for (const { dir } of servers) {
  const options = serverBundle(join(dir, 'src/main.ts'), join(dir, 'dist/main.js'));
  const plugins = [...options.plugins, restartAfterBuild(basename(dir))];
  await (await context({ ...options, plugins })).watch();
  if (isService({ dir }))
    await (await context(serverBundle(TABLE_WORKER.entry, join(dir, 'dist', TABLE_WORKER.output)))).watch();
}
const children = fronts.map(({ dir }) =>
  spawn(process.execPath, [RSBUILD, 'build', '--watch'], {
    cwd: dir,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  }),
);
console.log(
  `Watching ${selected.map(({ dir }) => dir.slice(ROOT.length + 1)).join(', ')} behind ${addresses().publicUrl}`,
);
process.on('SIGINT', () => {
  for (const child of children) child.kill('SIGTERM');
  process.exit(0);
});
