/**
 * Statements that write a table of a resource without the kernel, each with its reason. Everything else is refused by the
 * rule `coulisse/no-raw-resource-write`. `table` is `*` where the statement takes its name from a definition.
 * @type {readonly { file: string; table: string; reason: string }[]}
 */
export const RAW_WRITES = [
  {
    file: 'services/crm/src/features/buyers/upsert-buyer.command.ts',
    table: 'tiers',
    reason:
      'The unique index decides between two sales to one address at once: ON CONFLICT DO NOTHING, in one statement, without an aborted transaction.',
  },
  {
    file: 'services/crm/src/features/buyers/upsert-buyer.command.ts',
    table: 'tiers_addresses',
    reason: 'The address of the buyer who was found or created by the statement above.',
  },
  {
    file: 'services/crm/src/features/loyalty/refresh-loyalty.command.ts',
    table: 'tiers',
    reason:
      'A computed label of many third parties at night; a change by a person at the same moment wins, instead of being refused.',
  },
  {
    file: 'services/crm/src/features/merge/merge-tiers.command.ts',
    table: 'tiers',
    reason:
      'A merge changes two records as one: a unique address moves from one to the other, and a merged record refuses every later change.',
  },
  {
    file: 'services/crm/src/features/merge/merge-tiers.command.ts',
    table: 'tiers_addresses',
    reason: 'Addresses keep their ids when they move to the record that stays: deliveries refer to them.',
  },
  {
    file: 'services/crm/src/features/merge/move-links.command.ts',
    table: '*',
    reason:
      'References of any number of records move in one statement for each kind; each has its entry in the history.',
  },
  {
    file: 'services/crm/src/features/erasure/erase-buyer.command.ts',
    table: 'tiers',
    reason: 'The history of an erasure must not hold what was erased.',
  },
  {
    file: 'services/crm/src/features/erasure/erase-buyer.command.ts',
    table: 'tiers_addresses',
    reason: 'The addresses of an erased person, for the same reason.',
  },
  {
    file: 'services/crm/src/features/erasure/erase-buyer.command.ts',
    table: 'note',
    reason: 'The notes about an erased person, for the same reason.',
  },
  {
    file: 'services/ticketing/src/features/personal-data/erase-buyer.command.ts',
    table: 'waiting_entry',
    reason:
      'The history of an erasure must not hold what was erased; any number of records in one statement.',
  },
  {
    file: 'services/ticketing/src/features/personal-data/erase-buyer.command.ts',
    table: 'reservation',
    reason:
      'The history of an erasure must not hold what was erased; any number of records in one statement.',
  },
  {
    file: 'services/ticketing/src/features/personal-data/erase-buyer.command.ts',
    table: 'gift_voucher',
    reason:
      'The history of an erasure must not hold what was erased; any number of records in one statement.',
  },
  {
    file: 'services/sales/src/features/personal-data/erase-buyer.command.ts',
    table: 'bill',
    reason:
      'The history of an erasure must not hold what was erased; any number of records in one statement.',
  },
  {
    file: 'services/sales/src/features/personal-data/erase-buyer.command.ts',
    table: 'avoir',
    reason:
      'The history of an erasure must not hold what was erased; any number of records in one statement.',
  },
  {
    file: 'services/sales/src/features/personal-data/erase-buyer.command.ts',
    table: 'quote',
    reason:
      'The history of an erasure must not hold what was erased; any number of records in one statement.',
  },
  {
    file: 'services/notifications/src/features/personal-data/erase-recipient.command.ts',
    table: 'notification',
    reason: 'All mails to an erased person, however many, in one statement.',
  },
  {
    file: 'services/identity/src/features/staff/update-staff-user.command.ts',
    table: 'staff_user',
    reason:
      'Rules apply to the changed fields only: a name that an older rule accepted must not prevent that somebody is disabled.',
  },
  {
    file: 'services/documents/src/features/rendering/withdraw-documents.command.ts',
    table: 'document',
    reason: 'All documents about a record are withdrawn in one statement, however many there are.',
  },
  {
    file: 'services/notifications/src/features/service-mails/send-mail.ts',
    table: 'notification',
    reason: 'The mail has left: nothing about its record may be refused any more.',
  },
  {
    file: 'services/ticketing/src/features/performance-seats/synchronise.command.ts',
    table: 'performance',
    reason:
      'The number of places is counted from the seats in the statement that writes it; the history names the synchronisation.',
  },
  {
    file: 'services/ticketing/src/features/placement/move-seats.command.ts',
    table: 'reservation',
    reason:
      'Only the versions of the reservations whose places moved, however many, in one statement; no field of them changes.',
  },
  {
    file: 'services/ticketing/src/events/on-tiers.consumer.ts',
    table: 'reservation',
    reason: 'Copies of labels of third parties, many rows in one statement; not a change of the reservation.',
  },
  {
    file: 'services/ticketing/src/features/own-hosts/own-host.store.ts',
    table: 'own_host',
    reason:
      'When a host name was looked at last, a thousand times in seven days; what was found has a history.',
  },
  {
    file: 'services/ticketing/src/features/waiting-list/purge-entries.schedule.ts',
    table: 'waiting_entry',
    reason:
      'Old entries are deleted for good, many in one statement: a history of them would keep what is to be forgotten.',
  },
  {
    file: 'services/ticketing/src/events/on-tiers.consumer.ts',
    table: 'gift_voucher',
    reason:
      'The link of a buyer to the third party, many rows in one statement after a merge; not a change of the voucher.',
  },
  {
    file: 'services/ticketing/src/events/on-tenant.consumer.ts',
    table: 'settings',
    reason: 'The settings of a new tenant, which may exist already; its name is a copy that nobody edits.',
  },
  {
    file: 'services/ticketing/src/features/performance-seats/copy-seats.command.ts',
    table: 'performance',
    reason: 'The count of the seats that the creation of the performance copies, part of the same change.',
  },
];
