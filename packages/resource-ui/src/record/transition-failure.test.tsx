/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { sampleDescriptor } from '@coulisse/resource-samples';
import type { RecordAnswer } from '@coulisse/resource-client';
import { ApiProblem, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { screen, waitFor, within } from '@testing-library/react';
import { faultyReference } from './faulty-reference';
import { TransitionFailure } from './transition-failure';
import { Transitions } from './transitions';

const descriptor: ResourceDescriptor = {
  ...sampleDescriptor,
  lifecycle: {
    ...sampleDescriptor.lifecycle!,
    transitions: [
      {
        ...{ name: 'lend', from: ['STORED'], to: 'same', label: { fr: 'Prêter', en: 'Lend' } },
        ...{ may: true, tone: 'good', bulk: false },
      },
    ],
  },
};
const record: RecordAnswer = {
  ...{ id: 'gadget-001', version: 1, state: 'STORED' },
  venue: { id: 'venue-001', label: 'Studio' },
};
const refusal = (pointer: string) => ({
  code: 'venue.no-address',
  detail: 'The place has no address.',
  errors: [{ pointer, code: 'venue.no-address', detail: 'The place has no address.' }],
});

/** The page after the transition was refused; `isRefused` decides of later attempts. */
async function refused(pointer: string) {
  let isRefused = true;
  const page = renderSample({
    children: (
      <>
        <Transitions descriptor={descriptor} record={record} />
        <TransitionFailure descriptor={descriptor} record={record} />
      </>
    ),
    fail: ({ path }) =>
      path.includes('/transitions/')
        ? new Response(JSON.stringify(isRefused ? refusal(pointer) : { ...record, version: 2 }), {
            status: isRefused ? 422 : 200,
          })
        : null,
  });
  await page.user.click(await screen.findByTestId('transition-lend'));
  await screen.findAllByText(/The place has no address\./);
  return { ...page, accept: () => (isRefused = false) };
}

test('what is missing in a record that is referred to stays, with a link to its form, until it succeeds', async () => {
  const { user, accept } = await refused('/venue');
  const notice = await screen.findByTestId('transition-failure');
  expect(notice.textContent).toContain('The place has no address.');
  const link = await within(notice).findByRole('link', { name: 'Complete the record “Studio”' });
  expect(link.getAttribute('href')).toBe('/sample/venues/venue-001/edit');
  accept();
  await user.click(screen.getByTestId('transition-lend'));
  await waitFor(() => expect(screen.queryByTestId('transition-failure')).toBeNull());
});

test('another failure is a message only', async () => {
  await refused('/name');
  expect(screen.queryByTestId('transition-failure')).toBeNull();
});

test('a failure points at a record by a field that refers to one', () => {
  const problem = (pointer: string) => new ApiProblem(422, refusal(pointer));
  expect(faultyReference(problem('/venue'), descriptor, record)).toEqual({
    ...{ resource: 'sample.venue', id: 'venue-001', label: 'Studio' },
  });
  expect(faultyReference(problem('/name'), descriptor, record)).toBeNull();
  expect(faultyReference(problem('/venue'), descriptor, { ...record, venue: null })).toBeNull();
  expect(faultyReference(new Error('lost'), descriptor, record)).toBeNull();
});
