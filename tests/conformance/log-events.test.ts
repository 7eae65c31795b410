import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test('every log call has an event name, and the page of events is current', () => {
  const root = join(__dirname, '..', '..');
  const { status, stderr } = spawnSync(process.execPath, ['tools/log-events.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
