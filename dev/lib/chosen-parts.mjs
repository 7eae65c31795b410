// Which parts of the product a start runs: all of them, or some services with what these cannot do without.
import { UserError } from './command.mjs';
import { isWritten, readTopology } from './topology.mjs';

/** Who a caller is, and how one gets in. Other services are called too; without them a service answers what it can. */
const ALWAYS = ['identity', 'gateway'];
/** Parts of the infrastructure that only one service needs. */
const NEEDED_BY = { gotenberg: 'documents', bank: 'payments' };

/**
 * @typedef {object} Choice
 * @property {import('./topology.mjs').Part[]} parts
 * @property {boolean} isWhole
 * @property {(name: 'gotenberg' | 'bank') => boolean} needs whether this part of the infrastructure has a user
 */

/**
 * @param {readonly string[]} names of services; none for all of them
 * @param {import('./topology.mjs').Part[]} [topology]
 * @returns {Choice}
 */
export function chooseParts(names, topology = readTopology().filter(isWritten)) {
  const services = topology.filter(({ kind }) => kind === 'service').map(({ name }) => name);
  const unknown = names.filter((name) => !services.includes(name) && !ALWAYS.includes(name));
  if (unknown.length)
    throw new UserError(`there is no service ${unknown.join(', ')}`, {
      advice: `Services are: ${services.join(', ')}.`,
    });
  const chosen = new Set(names.length ? [...names, ...ALWAYS] : topology.map(({ name }) => name));
  const parts = topology.filter(({ name }) => chosen.has(name));
  return {
    parts,
    isWhole: parts.length === topology.length,
    needs: (name) => chosen.has(NEEDED_BY[name]),
  };
}
