// npm run backup -- <folder>: copies the data of PostgreSQL while everything goes on, to a folder that does not exist yet.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { addresses } from './lib/addresses.mjs';
import { takeBaseBackup } from './lib/base-backup.mjs';

const { positionals } = parseArgs({ allowPositionals: true });
try {
  if (positionals.length !== 1) throw new Error('usage: npm run backup -- <folder>');
  const folder = resolve(positionals[0]);
  const { position } = await takeBaseBackup({ adminUrl: addresses().databaseUrl, folder });
  console.log(
    `${folder} holds every database as of ${position}, and the log from there on is kept for a restore.`,
  );
  console.log(
    'Not in it: files, topics, and the keys in .data/secrets.json, without which encrypted fields are lost.',
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
