import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromStack } from '../support/stack';

/** A transaction in the ledger of the bank. */
export interface Transaction {
  reference: string;
  amount: string;
  status: string;
}

/** All transactions of the sandbox bank, in their order. */
export function readLedger(): Transaction[] {
  const file = join(fromStack('TEST_DATA_DIR'), 'sandbox-bank', 'transactions.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Transaction);
}

export const isCaptured = ({ status }: Transaction): boolean => status === 'Capturé';
