/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { sampleDescriptor, sampleRows } from '@coulisse/resource-samples';
import { screen, waitFor, within } from '@testing-library/react';
import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { descriptorFor, type RecordAnswer } from '@coulisse/resource-client';
import { useDraft } from '@coulisse/resource-client/form';
import { formSections, sectionsOf } from '../record/sections';
import { FormLines } from './form-lines';
import { RecordLines } from './record-lines';

const label = { fr: 'x', en: 'Lines' };
const field = (
  name: string,
  type: FieldDescriptor['type'],
  part: Partial<FieldDescriptor> = {},
): FieldDescriptor => ({ name, type, required: false, label, ...part });

const items = field('items', 'children', {
  groups: 'groups',
  fields: [
    field('kind', 'enumeration'),
    field('label', 'text', { required: true }),
    field('description', 'longText'),
    field('quantity', 'decimal'),
    field('unitPrice', 'decimal'),
    field('discount', 'percent'),
    field('vatRate', 'percent', { default: '20' }),
    field('option', 'enumeration'),
    field('group', 'text'),
    field('totalHT', 'money', { readonly: true }),
  ],
});
const document: readonly FieldDescriptor[] = [
  field('name', 'text'),
  field('priceEntry', 'enumeration'),
  items,
  field('groups', 'children', { fields: [field('label', 'text'), field('description', 'longText')] }),
  field('discountKind', 'enumeration'),
  field('discountValue', 'decimal'),
  field('totalHT', 'money', { readonly: true }),
  field('totalTTC', 'money', { readonly: true }),
  field('paid', 'money', { readonly: true }),
];
const descriptor: ResourceDescriptor = { ...sampleDescriptor, fields: document };
const record: RecordAnswer = {
  ...sampleRows[0],
  id: 'gadget-001',
  version: 3,
  items: [
    { id: 'a', kind: 'line', label: 'Dinner', quantity: '2.0000', unitPrice: '10.000000', vatRate: '20.00' },
  ],
  groups: [],
  priceEntry: 'HT',
};

test('lines, groups, discount and totals are one section; other amounts keep theirs', () => {
  const sections = sectionsOf(descriptor);
  expect(sections.map(({ key, fields }) => [key, fields.map(({ name }) => name)])).toEqual([
    ['general', ['name', 'priceEntry']],
    ['items', ['items', 'groups', 'discountKind', 'discountValue']],
    ['totals', ['paid']],
  ]);
  expect(formSections(descriptor).flatMap(({ fields }) => fields.map(({ name }) => name))).toContain(
    'groups',
  );
});

test('on the page, lines are saved in one change of the record', async () => {
  const dirty = jest.fn();
  const { user, requests } = renderSample({
    children: <RecordLines descriptor={descriptor} record={record} field={items} onDirty={dirty} />,
    fail: ({ method }) =>
      method === 'PATCH' ? new Response(JSON.stringify({ ...record, version: 4 }), { status: 200 }) : null,
  });
  await user.click(await screen.findByTestId('edit-items'));
  const table = await screen.findByRole('grid');
  await user.click(within(table).getByText('2'));
  await user.keyboard('3{Enter}');
  expect(dirty).toHaveBeenLastCalledWith(true);
  await user.click(screen.getByTestId('lines-save'));
  await waitFor(() => expect(screen.queryByTestId('lines-save')).toBeNull());
  const saved = requests.find(({ method }) => method === 'PATCH');
  expect(saved?.body).toEqual({
    items: [
      expect.objectContaining({ id: 'a', label: 'Dinner', quantity: '3', unitPrice: '10', group: null }),
    ],
  });
});

test('a refusal stands at its cell, and the lines stay', async () => {
  const problem = {
    code: 'validation.failed',
    errors: [{ pointer: '/items/0/quantity', code: 'x', detail: 'Too many' }],
  };
  const { user } = renderSample({
    children: <RecordLines descriptor={descriptor} record={record} field={items} onDirty={() => undefined} />,
    fail: ({ method }) =>
      method === 'PATCH' ? new Response(JSON.stringify(problem), { status: 422 }) : null,
  });
  await user.click(await screen.findByTestId('edit-items'));
  const table = await screen.findByRole('grid');
  await user.click(within(table).getByText('2'));
  await user.keyboard('99{Enter}');
  await user.click(screen.getByTestId('lines-save'));
  expect(await screen.findByText('Qty : Too many')).toBeTruthy();
  expect(within(table).getByText('99')).toBeTruthy();
});

test('lines that are locked meanwhile stay typed, and the refusal is shown', async () => {
  const problem = {
    code: 'record.locked-field',
    errors: [{ pointer: '/items', code: 'record.locked-field', detail: 'Posted meanwhile' }],
  };
  const { user } = renderSample({
    children: <RecordLines descriptor={descriptor} record={record} field={items} onDirty={() => undefined} />,
    fail: ({ method }) =>
      method === 'PATCH' ? new Response(JSON.stringify(problem), { status: 409 }) : null,
  });
  await user.click(await screen.findByTestId('edit-items'));
  const table = await screen.findByRole('grid');
  await user.click(within(table).getByText('2'));
  await user.keyboard('99{Enter}');
  await user.click(screen.getByTestId('lines-save'));
  expect(await screen.findByText('Posted meanwhile')).toBeTruthy();
  expect(within(table).getByText('99')).toBeTruthy();
  expect(screen.getByTestId('lines-save')).toBeTruthy();
});

test('lines that somebody else changed stay typed beside the conflict', async () => {
  const { user, requests } = renderSample({
    children: <RecordLines descriptor={descriptor} record={record} field={items} onDirty={() => undefined} />,
    fail: ({ method, path }) => {
      if (method === 'PATCH')
        return new Response(JSON.stringify({ code: 'record.changed' }), { status: 412 });
      return path.endsWith('/gadget-001')
        ? new Response(JSON.stringify({ ...record, version: 4 }), { status: 200 })
        : null;
    },
  });
  await user.click(await screen.findByTestId('edit-items'));
  const table = await screen.findByRole('grid');
  await user.click(within(table).getByText('2'));
  await user.keyboard('99{Enter}');
  await user.click(screen.getByTestId('lines-save'));
  await user.click(await screen.findByTestId('conflict-mine'));
  await waitFor(() => expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2));
  const [, second] = requests.filter(({ method }) => method === 'PATCH');
  expect(second?.headers['if-match']).toBe('"4"');
  expect(second?.body['items']).toMatchObject([{ id: 'a', quantity: '99' }]);
});

test('in a state that locks them, lines are read-only with the amounts of the service, and say why', async () => {
  const posted: RecordAnswer = {
    ...record,
    state: 'STORED',
    vatTable: [{ rate: '20', exemption: null, lines: '20.00', discount: '0.00', base: '20.00', vat: '4.01' }],
    totalHT: '20.00',
    totalVAT: '4.01',
    totalTTC: '24.01',
  };
  const locked = { ...items, editableIn: ['ON_STAGE'] };
  const own = descriptorFor({ ...descriptor, fields: [locked] }, posted);
  renderSample({
    children: (
      <RecordLines descriptor={own} record={posted} field={own.fields[0]!} onDirty={() => undefined} />
    ),
  });
  const words = await screen.findByTestId('locked-items');
  expect(words.textContent).toContain(descriptor.lifecycle?.stateLabels['ON_STAGE']?.en);
  expect(screen.queryByTestId('edit-items')).toBeNull();
  expect((await screen.findAllByText('€4.01')).length).toBeGreaterThan(0);
  expect(screen.getByText('€24.01')).toBeTruthy();
});

test('in a form, the draft holds lines and groups, and keeps the history of the editor', async () => {
  let values: Record<string, unknown> = {};
  const Form = () => {
    const draft = useDraft({ fields: document, initial: { items: [], groups: [] } });
    draft.onChange(() => {
      values = draft.values();
    });
    return <FormLines field={items} draft={draft} />;
  };
  const { user } = renderSample({ children: <Form /> });
  await user.click(await screen.findByTestId('add-line'));
  await user.keyboard('Dinner{Tab}4{Tab}{Tab}12,50{Enter}');
  expect(values['items']).toMatchObject([
    { label: 'Dinner', quantity: '4', unitPrice: '12.50', vatRate: '20' },
  ]);
  await user.keyboard('{Escape}{Control>}z{/Control}');
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(values['items']).toMatchObject([{ label: 'Dinner', unitPrice: '0' }]));
});
