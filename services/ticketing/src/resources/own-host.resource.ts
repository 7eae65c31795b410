import { hostNameOf, proofName } from '@coulisse/contracts/own-host';
import { blocked, datetime, defineResource, enumeration, text } from '@coulisse/resource';
import en from './own-host.en.json';
import fr from './own-host.fr.json';

/**
 * A host name under which the public front of a theatre is reached. It counts once a TXT record in its zone has proven
 * that the theatre may use it; the key of `public_host` lets one tenant alone have it.
 */
export const ownHost = defineResource('ticketing.own-host', {
  path: 'configuration/own-hosts',
  texts: { fr, en },
  rights: 'ticketing.own-host',
  operations: ['read', 'create'],
  referable: false,
  duplicable: false,
  fields: {
    host: text({ max: 253 }).required().unique().searchable().help(),
    /** What the theatre enters at its registrar: where the record stands, and what it says. */
    recordName: text({ max: 270 }).readonly().help(),
    recordValue: text({ max: 100 }).readonly().help(),
    /** Host of the installation, which the alias of the own host leads to. */
    aliasOf: text({ max: 253 }).readonly().help(),
    /** What the last look at the record found; empty once it is right. */
    finding: enumeration(['NO_RECORD', 'OTHER_VALUE', 'NO_ANSWER', 'TAKEN']).readonly(),
    checkedAt: datetime().readonly(),
    /** No proof by then: the host is refused. */
    checksEnd: datetime().readonly(),
    provenAt: datetime().readonly(),
  },
  derive: {
    recordName: ({ host }) => proofName(hostNameOf(host) ?? host),
  },
  rules: [({ host }) => hostNameOf(host) === null && blocked('own-host.no-host-name', {}, '/host')],
  lifecycle: {
    states: ['WAITING', 'PROVEN', 'REFUSED', 'REMOVED'],
    tones: { WAITING: 'info', PROVEN: 'good', REFUSED: 'bad', REMOVED: 'neutral' },
    path: ['WAITING', 'PROVEN'],
    transitions: {
      // The look at the record follows in a job: it waits for servers of others.
      check: { from: ['WAITING', 'REFUSED'], to: 'WAITING', right: 'check', bulk: false },
      prove: { from: ['WAITING', 'REFUSED'], to: 'PROVEN', system: true },
      refuse: { from: ['WAITING'], to: 'REFUSED', system: true },
      // Pages of a host that was proven lead to the present address from then on.
      remove: {
        from: ['WAITING', 'PROVEN', 'REFUSED'],
        to: 'REMOVED',
        right: 'remove',
        bulk: false,
        confirm: ['host'],
      },
      resume: { from: ['REMOVED'], to: 'WAITING', right: 'check', bulk: false },
    },
  },
  list: ['host', 'state', 'finding', 'checkedAt', 'provenAt'],
  label: 'host',
  sort: 'host',
  sums: [],
});
