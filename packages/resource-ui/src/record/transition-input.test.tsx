/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { sampleDescriptor } from '@coulisse/resource-samples';
import { type RecordAnswer, stepsOf } from '@coulisse/resource-client';
import { TransitionDialog } from '@coulisse/resource-fields';
import { ApiProblem, type ResourceDescriptor, type TransitionDescriptor } from '@coulisse/mfe-kit';
import { screen, waitFor } from '@testing-library/react';
import { BulkTransition } from '../list/bulk-transition';

const lend: TransitionDescriptor = {
  name: 'lend',
  from: ['STORED'],
  to: 'ON_STAGE',
  label: { fr: 'Prêter', en: 'Lend' },
  may: true,
  bulk: true,
  tone: 'good',
  input: [
    {
      ...{ name: 'borrower', type: 'text', required: true, max: 20 },
      label: { fr: 'Emprunteur', en: 'Borrower' },
    },
    { name: 'days', type: 'int', required: false, min: 1, label: { fr: 'Jours', en: 'Days' } },
  ],
  body: {
    text: { fr: '{name} ({price}) part.', en: '{name} ({price}) leaves; {quantity}.' },
    fields: ['name', 'price'],
  },
};
const descriptor: ResourceDescriptor = {
  ...sampleDescriptor,
  lifecycle: { ...sampleDescriptor.lifecycle!, transitions: [lend] },
};
// A replacement pattern and markup in a value are text.
const record: RecordAnswer = {
  id: 'x',
  version: 1,
  state: 'STORED',
  name: 'A $& <b>B</b>',
  price: '12.00',
  quantity: 3,
};

const openDialog = async (answer: () => Promise<void> = async () => undefined) => {
  const sent: unknown[][] = [];
  const [step] = stepsOf(descriptor, record, 'en');
  const { user } = renderSample({
    children: (
      <TransitionDialog
        {...{ descriptor, record, busy: false }}
        step={step!}
        onConfirm={(...values) => {
          sent.push(values);
          return answer();
        }}
        onClose={() => undefined}
      />
    ),
  });
  await screen.findByTestId('transition-confirm');
  return { user, sent };
};

test('a transition with an input opens the dialog, which says what will happen to this record', async () => {
  const [step] = stepsOf(descriptor, record, 'en');
  expect(step).toMatchObject({ asks: true, danger: false });
  await openDialog();
  expect(screen.getByText('A $& <b>B</b> (€12.00) leaves; {quantity}.')).toBeDefined();
});

test('a missing or wrong value is named at its field, and nothing is sent', async () => {
  const { user, sent } = await openDialog();
  await user.click(screen.getByTestId('transition-confirm'));
  const borrower = screen.getByRole('textbox', { name: /^Borrower/ });
  await waitFor(() => expect(borrower.getAttribute('aria-invalid')).toBe('true'));
  expect(sent).toEqual([]);
  await user.type(borrower, 'Odéon');
  await waitFor(() => expect(borrower.getAttribute('aria-invalid')).not.toBe('true'));
});

test('the values are sent with the comment; empty fields are left out', async () => {
  const { user, sent } = await openDialog();
  await user.type(screen.getByRole('textbox', { name: /^Borrower/ }), 'Odéon & Cie');
  await user.type(screen.getByRole('textbox', { name: /^Comment/ }), 'vu');
  await user.click(screen.getByTestId('transition-confirm'));
  await waitFor(() => expect(sent).toEqual([['vu', [], { borrower: 'Odéon & Cie' }]]));
});

test('what the service refuses stands at its field, the rest above; what was typed stays', async () => {
  const errors = [
    { pointer: '/input/borrower', code: 'x', detail: 'Has three chairs already' },
    { pointer: '/price', code: 'y', detail: 'The price is missing' },
  ];
  const { user, sent } = await openDialog(async () => {
    throw new ApiProblem(422, { code: 'validation.failed', detail: 'Wrong', errors });
  });
  const borrower = screen.getByRole('textbox', { name: /^Borrower/ });
  await user.type(borrower, 'Odéon');
  await user.click(screen.getByTestId('transition-confirm'));
  await waitFor(() => expect(borrower.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Has three chairs already')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe('The price is missing');
  expect((borrower as HTMLInputElement).value).toBe('Odéon');
  await user.type(borrower, '!');
  await waitFor(() => expect(screen.queryByText('Has three chairs already')).toBeNull());
  expect(sent).toHaveLength(1);
});

test('a refusal without fields is shown in the dialog', async () => {
  const { user } = await openDialog(async () => {
    throw new ApiProblem(409, { code: 'record.changed', detail: 'Somebody else changed it', errors: [] });
  });
  await user.type(screen.getByRole('textbox', { name: /^Borrower/ }), 'Odéon');
  await user.click(screen.getByTestId('transition-confirm'));
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody else changed it');
});

test('for many records, the input is filled in once', async () => {
  const sent: unknown[] = [];
  const { user } = renderSample({
    children: (
      <BulkTransition
        {...{ transition: lend, count: 2, shown: '2' }}
        onConfirm={(action) => sent.push(action)}
        onClose={() => undefined}
      />
    ),
  });
  await user.type(await screen.findByRole('textbox', { name: /^Borrower/ }), 'Odéon');
  await user.type(screen.getByRole('textbox', { name: /^Days/ }), '3');
  await user.click(screen.getByRole('button', { name: 'Lend' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { action: 'transition', transition: 'lend', input: { borrower: 'Odéon', days: 3 } },
    ]),
  );
});
