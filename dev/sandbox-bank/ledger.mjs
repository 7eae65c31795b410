import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ site: string, rang: string, reference: string, amount: string, callNumber: string,
 *   transactionNumber: string, authorisation: string, status: 'Capturé' | 'Refusé' }} Transaction
 */

/** Transactions of the bank, kept over a restart: one line of JSON each. */
export class Ledger {
  #file;
  /** @type {Map<string, Transaction>} */
  #byNumbers = new Map();
  /** The transactions of each order. @type {Map<string, Transaction[]>} */
  #byReference = new Map();

  /** @param {string} [file] none: in memory only */
  constructor(file) {
    this.#file = file;
    if (!file || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        if (line) this.#keep(JSON.parse(line));
      } catch {
        // The bank died while it wrote this line.
      }
    }
  }

  /** @param {Transaction} transaction */
  add(transaction) {
    this.#keep(transaction);
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(transaction)}\n`);
  }

  /** A transaction of a shop by its numbers. @param {string} site @param {string} callNumber @param {string} transactionNumber */
  byNumbers(site, callNumber, transactionNumber) {
    return this.#byNumbers.get(numbersKey(site, callNumber, transactionNumber));
  }

  /** The transaction of an order that was paid, else the last one. @param {string} site @param {string} reference */
  byReference(site, reference) {
    const found = this.#byReference.get(referenceKey(site, reference)) ?? [];
    return found.find(({ status }) => status === 'Capturé') ?? found.at(-1);
  }

  /** @param {Transaction} transaction */
  #keep(transaction) {
    const { site, reference, callNumber, transactionNumber } = transaction;
    const numbers = numbersKey(site, callNumber, transactionNumber);
    if (!this.#byNumbers.has(numbers)) this.#byNumbers.set(numbers, transaction);
    const order = referenceKey(site, reference);
    this.#byReference.set(order, [...(this.#byReference.get(order) ?? []), transaction]);
  }
}

/** Numbers are compared as numbers: the shop may fill them up with zeros. */
const numbersKey = (site, callNumber, transactionNumber) =>
  JSON.stringify([site, Number(callNumber), Number(transactionNumber)]);
const referenceKey = (site, reference) => JSON.stringify([site, reference]);
