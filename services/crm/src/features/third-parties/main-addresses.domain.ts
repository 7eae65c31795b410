import type { Address } from '../../resources/addresses';

/**
 * Sets one main address for each use: the flagged one, else the first meant for that use, else the first of all. A main
 * address is also meant for its use.
 */
export function withMainAddresses<A extends Address>(addresses: readonly A[]): A[] {
  const main = (isMain: 'mainBilling' | 'mainDelivery', isMeant: 'billing' | 'delivery') =>
    addresses.find((address) => address[isMain]) ??
    addresses.find((address) => address[isMeant]) ??
    addresses[0];
  const billing = main('mainBilling', 'billing');
  const delivery = main('mainDelivery', 'delivery');
  return addresses.map((address) => ({
    ...address,
    // A second main address is left as it is: a rule refuses it.
    ...(address === billing ? { billing: true, mainBilling: true } : {}),
    ...(address === delivery ? { delivery: true, mainDelivery: true } : {}),
  }));
}
