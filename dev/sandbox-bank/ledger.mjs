import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * @typedef {{ site: string, rang: string, reference: string, amount: string, callNumber: string,
 *   transactionNumber: string, authorisation: string, status: 'Capturé' | 'Refusé' }} Transaction
 */

/** Older transactions are forgotten: the bank stays small however often a benchmark has run. */
const MOST = 20_000;
const MOST_BYTES = MOST * 320;

/** The end of a file; its first line may be the rest of one. @param {string} file */
function endOf(file) {
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    const bytes = Buffer.alloc(Math.min(size, MOST_BYTES));
    const read = readSync(opened, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(opened);
  }
}

/**
 * What was read from a form, without the form: a string cut out of a longer one holds all of it, and the bank keeps
 * thousands. @template T @param {T} value
 */
const detached = (value) => structuredClone(value);

/** @template K, V @param {Map<K, V>} map @param {K} key @param {V} value */
function keep(map, key, value) {
  map.set(key, value);
  if (map.size > MOST) map.delete(map.keys().next().value);
}

/** The last transactions of the bank, kept over a restart: one line of JSON each. */
export class Ledger {
  #file;
  /** @type {Map<string, Transaction>} */
  #byNumbers = new Map();
  /** The transaction of each order that was paid, else the last one. @type {Map<string, Transaction>} */
  #byReference = new Map();

  /** @param {string} [file] none: in memory only */
  constructor(file) {
    this.#file = file;
    if (!file || !existsSync(file)) return;
    for (const line of endOf(file).split('\n')) {
      try {
        if (line) this.#keep(JSON.parse(line));
      } catch {
        // The rest of a line, or the bank died while it wrote this one.
      }
    }
  }

  /** @param {Transaction} transaction */
  add(transaction) {
    this.#keep(detached(transaction));
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(transaction)}\n`);
  }

  /**
   * A transaction of a shop by its numbers, which the shop may have filled up with zeros.
   * @param {string} site @param {string} callNumber @param {string} transactionNumber
   */
  byNumbers(site, callNumber, transactionNumber) {
    const found = this.#byNumbers.get(`${Number(callNumber)} ${Number(transactionNumber)}`);
    return found?.site === site ? found : undefined;
  }

  /** The transaction of an order that was paid, else the last one. @param {string} site @param {string} reference */
  byReference(site, reference) {
    return this.#byReference.get(`${site} ${reference}`);
  }

  /** @param {Transaction} transaction */
  #keep(transaction) {
    const { site, reference, callNumber, transactionNumber } = transaction;
    keep(this.#byNumbers, `${Number(callNumber)} ${Number(transactionNumber)}`, transaction);
    const order = `${site} ${reference}`;
    if (this.#byReference.get(order)?.status !== 'Capturé') keep(this.#byReference, order, transaction);
  }
}

/** Where the shop of each of the last orders is notified. */
export class NotificationAddresses {
  /** @type {Map<string, string>} */
  #byReference = new Map();
  /** @type {string | undefined} */
  #last;

  /** @param {string} reference @param {string} address */
  add(reference, address) {
    this.#last = detached(address);
    keep(this.#byReference, detached(reference), this.#last);
  }

  /** The address of an order; the last of all for one that is not known. @param {string} reference */
  of(reference) {
    return this.#byReference.get(reference) ?? this.#last;
  }
}
