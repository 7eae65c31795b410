import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromStack } from '../support/stack';

/** A transaction that the bank remembers. */
export interface Transaction {
  reference: string;
  amount: string;
  status: string;
}

/** Everything that was decided at the sandbox bank, in its order. */
export function readLedger(): Transaction[] {
  const file = join(fromStack('TEST_DATA_DIR'), 'sandbox-bank', 'transactions.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Transaction);
}

export const isCaptured = ({ status }: Transaction): boolean => status === 'Capturé';
