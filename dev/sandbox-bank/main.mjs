import { dirname, join } from 'node:path';
import { ensureKeys, readPrivateKey } from './keys.mjs';
import { sandboxBank } from './bank.mjs';

const log = (line) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);

const privateFile = process.env.SANDBOX_BANK_PRIVATE_KEY_FILE;
const hmacKey = process.env.SANDBOX_BANK_HMAC_KEY ?? '';
const port = Number(process.env.SANDBOX_BANK_PORT ?? 8090);
const host = process.env.HOST ?? '127.0.0.1';
if (!privateFile || !/^([0-9A-Fa-f]{2}){20,}$/.test(hmacKey)) {
  log('SANDBOX_BANK_PRIVATE_KEY_FILE (a path) and SANDBOX_BANK_HMAC_KEY (hexadecimal) are needed.');
  process.exit(1);
}
ensureKeys(privateFile, process.env.SANDBOX_BANK_PUBLIC_KEY_FILE);

const stopping = new AbortController();
const app = sandboxBank({
  hmacKey: Buffer.from(hmacKey, 'hex'),
  privateKey: readPrivateKey(privateFile),
  // The key of every shop at this bank; the default is that of the bank's documentation.
  systempayKey: process.env.SANDBOX_BANK_SYSTEMPAY_KEY ?? '1122334455667788',
  log,
  signal: stopping.signal,
  ledgerFile: process.env.SANDBOX_BANK_LEDGER_FILE ?? join(dirname(privateFile), 'transactions.jsonl'),
});
const server = app.listen(port, host, (error) => {
  if (error) throw error;
  log(`sandbox bank listens on http://${host}:${server.address().port}`);
});

function stop() {
  stopping.abort();
  server.close();
  server.closeIdleConnections();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
