import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ site: string, rang: string, reference: string, amount: string, callNumber: string,
 *   transactionNumber: string, authorisation: string, status: 'Capturé' | 'Refusé' }} Transaction
 */

/** Transactions of the bank, kept over a restart: one line of JSON each. */
export class Ledger {
  #file;
  /** @type {Transaction[]} */
  #transactions = [];

  /** @param {string} [file] none: in memory only */
  constructor(file) {
    this.#file = file;
    if (!file || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        if (line) this.#transactions.push(JSON.parse(line));
      } catch {
        // The bank died while it wrote this line.
      }
    }
  }

  /** @param {Transaction} transaction */
  add(transaction) {
    this.#transactions.push(transaction);
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(transaction)}\n`);
  }

  /** A transaction of a shop by its numbers. @param {string} site @param {string} callNumber @param {string} transactionNumber */
  byNumbers(site, callNumber, transactionNumber) {
    return this.#transactions.find(
      (transaction) =>
        transaction.site === site &&
        Number(transaction.callNumber) === Number(callNumber) &&
        Number(transaction.transactionNumber) === Number(transactionNumber),
    );
  }

  /** The transaction of an order that was paid, else the last one. @param {string} site @param {string} reference */
  byReference(site, reference) {
    const found = this.#transactions.filter(
      (transaction) => transaction.site === site && transaction.reference === reference,
    );
    return found.find(({ status }) => status === 'Capturé') ?? found.at(-1);
  }
}
