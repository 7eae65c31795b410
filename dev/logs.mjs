// npm run logs -- <name> [-f] [-n 200]: the log of a process, or of a step of the build.
import {
  existsSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  statSync,
  unwatchFile,
  watchFile,
} from 'node:fs';
import { parseArgs } from 'node:util';
import { logFile } from './lib/command.mjs';
import { LOG_DIR } from './lib/settings.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    follow: { type: 'boolean', short: 'f', default: false },
    lines: { type: 'string', short: 'n', default: '200' },
  },
});
const [name] = positionals;
const file = name && logFile(name);

if (!file || !existsSync(file)) {
  const names = existsSync(LOG_DIR)
    ? readdirSync(LOG_DIR)
        .filter((entry) => entry.endsWith('.log'))
        .map((entry) => entry.slice(0, -4))
    : [];
  console.error(name ? `There is no log of ${name}.` : 'npm run logs -- <name> [-f] [-n 200]');
  console.error(`Logs: ${names.join(', ') || 'none yet'}`);
  process.exit(1);
}

const text = readFileSync(file, 'utf8');
process.stdout.write(`${text.trimEnd().split('\n').slice(-Number(values.lines)).join('\n')}\n`);

if (values.follow) follow(file, Buffer.byteLength(text));

/** Shows what is appended; begins again when the file is replaced. */
function follow(path, position) {
  const show = ({ size, ino }, before) => {
    if (ino !== before.ino || size < position) position = 0;
    if (size === position) return;
    const piece = Buffer.alloc(size - position);
    position += readSync(openSync(path, 'r'), piece, 0, piece.length, position);
    process.stdout.write(piece);
  };
  watchFile(path, { interval: 300 }, show);
  show(statSync(path), statSync(path));
  process.on('SIGINT', () => (unwatchFile(path), process.exit(0)));
}
