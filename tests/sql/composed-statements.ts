/** Statements that the program composes at run time, and the test that runs them instead. */
export interface ComposedText {
  readonly file: string;
  /** The expression whose value is unknown before the program runs. */
  readonly dynamic: string;
  /** How many statements of the file depend on it. */
  readonly statements: number;
  readonly reason: string;
  readonly runBy: string;
}

const DATABASE_TEST = 'packages/service-kit/test/database.int.test.ts';
const IMPORT_TEST = 'packages/resource-exchange/test/import.int.test.ts';
const REFERENCES = {
  file: 'packages/resource-exchange/src/references.ts',
  statements: 1,
  reason: 'table and key of the resource that a column refers to',
  runBy: IMPORT_TEST,
};

/** Rows of the history and of the outbox: as many as a transaction has. */
const RECORDED_ROWS = [
  "'INSERT INTO kit.history (id, tenant_id, entity, entity_id, ",
  "'INSERT INTO kit.outbox (id, tenant_id, topic, aggregate_id,",
  '`WITH told AS (${history}) ${outbox}`',
  'textOf(histories.length, events.length)',
  'texts.get(name) ?? textOf(histories.length, events.length)',
].map((dynamic) => ({
  file: 'packages/service-kit/src/database/waiting-records.ts',
  dynamic,
  statements: 1,
  reason: 'inserts as many rows of both tables as a transaction has recorded',
  runBy: DATABASE_TEST,
}));

/** Where files of plans stand: the kernel puts expressions and rows into one query. */
const PLAN_FILES = [
  '{ file: VIEW, rows: `room_plan, ${VIEWS}` }',
  "{ file: `(background->>'fileId')::uuid`, rows: `room_plan WHERE ${OF_TENANT} AND background IS NOT NULL`, }",
].map((dynamic) => ({
  file: 'services/ticketing/src/features/room-plans/plan-file-sources.ts',
  dynamic,
  statements: 1,
  reason: 'the kernel composes the query for files that no field references',
  runBy: 'services/ticketing/test/plan-drafts.int.test.ts',
}));

/** Where files of templates stand, likewise. */
const TEMPLATE_FILES: ComposedText = {
  file: 'services/ticketing/src/service.ts',
  dynamic:
    "{ file: `(attachment->>'id')::uuid`, rows: `kit.template, jsonb_array_elements(attachments) AS attachment WHERE tenant_id = $1`, }",
  statements: 1,
  reason: 'the kernel composes the query for files that no field references',
  runBy: 'services/ticketing/test/messages.int.test.ts',
};

export const COMPOSED: readonly ComposedText[] = [
  ...PLAN_FILES,
  TEMPLATE_FILES,
  ...RECORDED_ROWS,
  {
    file: 'packages/service-kit/src/database/database.ts',
    dynamic: '++outer.parts',
    statements: 3,
    reason: 'number of a savepoint',
    runBy: DATABASE_TEST,
  },
  {
    file: 'packages/resource-exchange/src/existing-records.ts',
    dynamic: 'quote(column)',
    statements: 1,
    reason: 'table and key of the imported resource',
    runBy: IMPORT_TEST,
  },
  { ...REFERENCES, dynamic: 'query' },
  { ...REFERENCES, dynamic: '`SELECT ${word} AS word, min(${id}::text) AS id, count(DISTI' },
  { ...REFERENCES, dynamic: '`SELECT w.word, min(t.id::text) AS id, count(DISTINCT t.id):' },
  {
    file: 'packages/resource-exchange/src/sample-file.ts',
    dynamic: 'statement.labelText',
    statements: 1,
    reason: 'table and label of a referenced resource',
    runBy: IMPORT_TEST,
  },
  {
    file: 'packages/resource-exchange/src/export-records.ts',
    dynamic: 'quote(table)',
    statements: 1,
    reason: 'tables of the children of the exported resource',
    runBy: 'packages/resource-exchange/test/export.int.test.ts',
  },
  {
    file: 'services/crm/src/features/bands/bands.read-model.ts',
    dynamic: 'resource.table',
    statements: 1,
    reason: 'one statement for both scales',
    runBy: 'services/crm/test/bands.int.test.ts',
  },
  {
    file: 'services/crm/src/features/merge/move-links.command.ts',
    dynamic: 'resource.table',
    statements: 2,
    reason: 'one statement for all tables that refer to a third party',
    runBy: 'services/crm/test/merge.int.test.ts',
  },
  {
    file: 'services/identity/src/features/staff/update-staff-user.command.ts',
    dynamic: 'Object.entries(user.fields).filter(([field]) => fields.includes(field))',
    statements: 1,
    reason: 'writes only the fields that changed',
    runBy: 'services/identity/test/identity.int.test.ts',
  },
  {
    file: 'services/sales/src/resources/quote.resource.ts',
    dynamic: '`SELECT coalesce((SELECT sum(b.total_ttc * 100) FROM bill b ',
    statements: 1,
    reason: 'facts of quotes, joined with the terms of sale',
    runBy: 'tests/sales/quote-to-credit-note.int.test.ts',
  },
  {
    file: 'services/payments/src/resources/manual-payment.resource.ts',
    dynamic: "`SELECT to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today`",
    statements: 1,
    reason: 'the date is that of the time zone of the tenant, by the expression of service-kit',
    runBy: 'services/payments/test/manual-payments.int.test.ts',
  },
  {
    file: 'services/ticketing/src/resources/gift-voucher.resource.ts',
    dynamic: '`SELECT e.voucher_id FROM gift_voucher_entry e WHERE e.vouch',
    statements: 1,
    reason: 'facts of gift vouchers: whether they were used',
    runBy: 'services/ticketing/test/gift-voucher.int.test.ts',
  },
  {
    file: 'services/ticketing/src/resources/reservation.resource.ts',
    dynamic: '`SELECT r.id, EXISTS (SELECT 1 FROM ticket t WHERE t.tenant_',
    statements: 1,
    reason: 'facts of reservations: whether they were sold, and whether a deposit is left',
    runBy: 'services/ticketing/test/desk-sale.int.test.ts',
  },
  {
    file: 'services/sales/src/resources/terms.ts',
    dynamic: '`SELECT ${TERMS}${columns && `, m.*`} FROM unnest($2::uuid[]',
    statements: 1,
    reason: 'one statement reads the terms of sale with the facts of each resource',
    runBy: 'tests/sales/quote-to-credit-note.int.test.ts',
  },
];
