import type { Address } from '../../resources/addresses';

/**
 * Addresses of which one is the main one of each use: the one that says so, else the first meant for that use, else the
 * first of all. A main address is meant for its use.
 */
export function withMainAddresses<A extends Address>(addresses: readonly A[]): A[] {
  const main = (isMain: 'mainBilling' | 'mainDelivery', isMeant: 'billing' | 'delivery') =>
    addresses.find((one) => one[isMain]) ?? addresses.find((one) => one[isMeant]) ?? addresses[0];
  const billing = main('mainBilling', 'billing');
  const delivery = main('mainDelivery', 'delivery');
  return addresses.map((one) => ({
    ...one,
    // A second one that says it is the main one is left as it is: a rule refuses it.
    ...(one === billing ? { billing: true, mainBilling: true } : {}),
    ...(one === delivery ? { delivery: true, mainDelivery: true } : {}),
  }));
}
