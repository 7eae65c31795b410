import { describeResourceFor } from './descriptor';
import { localeKeys, missingLocaleKeys } from './locale-keys';
import { projectPrisma } from './prisma-projection';
import { order, shelf } from './sample.fixture';

const model = (schema: string, name: string) =>
  new RegExp(`model ${name} \\{[\\s\\S]*?^\\}`, 'm').exec(schema)?.[0] ?? '';

describe('the Prisma projection', () => {
  const schema = projectPrisma([order, shelf]);

  test('gives every table its tenant, version and dates', () => {
    for (const name of ['PurchaseOrder', 'Shelf'])
      for (const line of [
        'tenantId String @map("tenant_id") @db.Uuid',
        'version Int @default(1)',
        '@@unique([tenantId, id])',
      ])
        expect(model(schema, name)).toContain(line);
    expect(model(schema, 'Shelf')).toContain('@@unique([tenantId, name])');
  });
  test('makes a reference within the service a foreign key that includes the tenant', () => {
    const orders = model(schema, 'PurchaseOrder');
    expect(orders).toContain('shelfId String @map("shelf_id") @db.Uuid');
    expect(orders).toContain(
      'shelf Shelf @relation("PurchaseOrderShelf", fields: [tenantId, shelfId], references: [tenantId, id], onDelete: Restrict',
    );
    expect(orders).toContain('planIdRecord Shelf? @relation("PurchaseOrderPlanId"');
    expect(orders).toContain('others String[] @default([]) @db.Uuid');
  });
  test('has no label beside a reference to another service: the kit keeps it', () => {
    expect(model(schema, 'PurchaseOrder')).toContain('buyerId String? @map("buyer_id") @db.Uuid');
    expect(model(schema, 'PurchaseOrder')).not.toContain('buyerLabel');
    expect(model(schema, 'PurchaseOrder')).toContain('@@index([tenantId, buyerId])');
  });
  test('gives children a table that is deleted with their record', () => {
    const lines = model(schema, 'PurchaseOrderLines');
    expect(lines).toContain('parentId String @map("parent_id") @db.Uuid');
    expect(lines).toContain('onDelete: Cascade');
    expect(lines).toContain('price Decimal? @db.Decimal(14, 2)');
  });
  test('makes states and enumerations database types', () => {
    expect(schema).toContain('enum PurchaseOrderState {\n  DRAFT\n  SENT\n');
    expect(schema).toContain('  V_10_M @map("10 M")\n');
    expect(model(schema, 'PurchaseOrder')).toContain('size PurchaseOrderSize @default(S)');
  });
});

describe('the descriptor', () => {
  const keys = Object.fromEntries(localeKeys(order).map((key) => [key, `[${key}]`]));
  const described = describeResourceFor(
    order,
    { fr: keys, en: keys },
    (right) => right.endsWith('.read') || right.endsWith('.send'),
  );

  test('includes the texts of the service’s own history actions', () => {
    expect(described).not.toHaveProperty('told');
    const withHistory = { ...keys, 'sample.purchase-order.history.lost': 'a perdu la commande' };
    expect(describeResourceFor(order, { fr: withHistory, en: withHistory }, () => true).told).toEqual({
      lost: { fr: 'a perdu la commande', en: 'a perdu la commande' },
    });
  });
  test('includes the fallback values of empty fields', () => {
    const texts = { fr: keys, en: keys };
    const { fields } = describeResourceFor(order, texts, () => true, { title: 'Sans titre' });
    const fallbacks = fields.filter((field) => 'fallback' in field);
    expect(fallbacks).toMatchObject([{ name: 'title', fallback: 'Sans titre' }]);
  });
  test('describes the fields, and what the caller may do', () => {
    expect(described).toMatchObject({
      name: 'sample.purchase-order',
      path: '/b/api/sample/purchase-orders',
      label: { fr: '[sample.purchase-order]' },
      labelField: 'title',
      list: ['title', 'shelf', 'state', 'createdAt'],
      may: { read: true, create: false, update: false, delete: false },
    });
    const field = (name: string) => described.fields.find((candidate) => candidate.name === name);
    expect(field('title')).toEqual({
      name: 'title',
      type: 'text',
      required: true,
      max: 255,
      sortable: true,
      filterable: true,
      label: { fr: '[sample.purchase-order.title]', en: '[sample.purchase-order.title]' },
    });
    expect(field('total')).toMatchObject({ readonly: true, required: false });
    expect(field('buyer')).toMatchObject({ ref: 'elsewhere.person', only: { role: ['BUYER'] } });
    expect(field('size')).toMatchObject({
      enum: ['S', '10 M'],
      enumLabels: { S: { fr: '[sample.purchase-order.size.S]' } },
      default: 'S',
    });
    expect(field('lines')).toMatchObject({
      type: 'children',
      entity: 'sample.line',
      fields: [{ name: 'label' }, { name: 'price' }],
    });
    expect(field('state')).toMatchObject({ readonly: true, enum: ['DRAFT', 'SENT', 'LOST'] });
    expect(field('createdAt')).toMatchObject({ readonly: true, label: { fr: 'Créé le', en: 'Created' } });
  });
  test('describes the lifecycle', () => {
    expect(described.lifecycle).toMatchObject({
      states: ['DRAFT', 'SENT', 'LOST'],
      tones: { DRAFT: 'neutral', SENT: 'good', LOST: 'bad' },
      transitions: [
        {
          ...{ name: 'send', from: ['DRAFT'], to: 'SENT', may: true, tone: 'good' },
          body: { fields: ['title', 'total'] },
          input: [{ name: 'carrier', type: 'text', required: true }, { name: 'note' }],
        },
        { name: 'reopen', may: false },
        { name: 'print', from: ['DRAFT', 'SENT'], to: 'same', tone: 'neutral', bulk: true },
        // What it keeps is an entry of its own, which is not offered for many records once more.
        { name: 'confirm', from: ['DRAFT', 'SENT'], to: 'SENT', tone: 'good', bulk: true },
        { name: 'confirm', from: ['LOST'], to: 'same', tone: 'neutral', bulk: false },
        { name: 'receive', may: false, system: true, bulk: false },
      ],
      path: ['DRAFT', 'SENT'],
    });
  });
});

describe('the texts of a resource', () => {
  test('are those of the resource, its fields, its enumerations, its states and its actions', () => {
    expect(localeKeys(order)).toEqual(
      expect.arrayContaining([
        'sample.purchase-order',
        'sample.purchase-order.plural',
        'sample.purchase-order.new',
        'sample.purchase-order.size.10 M',
        'sample.purchase-order.lines.price',
        'sample.purchase-order.state.SENT',
        'sample.purchase-order.action.send',
        'sample.purchase-order.action.send.body',
        'sample.purchase-order.action.send.input.carrier',
      ]),
    );
    expect(localeKeys(shelf)).toContain('sample.shelf.name.help');
  });
  test('are reported as missing by language', () => {
    const fr = Object.fromEntries(localeKeys(shelf).map((key) => [key, 'x']));
    const { 'sample.shelf.name': _name, ...en } = fr;
    expect(missingLocaleKeys(shelf, { fr: fr, en: en })).toEqual(['en: sample.shelf.name']);
  });
});
