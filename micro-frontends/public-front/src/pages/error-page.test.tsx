/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiProblem } from '../api/client';
import { createTheatreStore, TheatreContext } from '../app/theatre';
import { FixedRouter } from '../routing/router';
import ErrorPage from './error-page';

jest.mock('../app/use-text', () => ({
  useText: () => (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '),
}));

const problem = (status: number) => new ApiProblem(status, { detail: 'inside', traceId: 'abc123' });

const open = (error: unknown, onRetry = () => undefined) =>
  render(
    <TheatreContext value={createTheatreStore({ id: 't', name: 'Le Lumière', slug: 'lumiere', city: null })}>
      <FixedRouter base="/app" path="/app/o">
        <ErrorPage error={error} onRetry={onRetry} />
      </FixedRouter>
    </TheatreContext>,
  );

test('403 says that the page is somebody else’s, and leads to the theatre; to try again is not offered (R-136)', () => {
  open(problem(403));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('error.refused');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/app/theatres/lumiere');
  expect(screen.queryByRole('button')).toBeNull();
});

test('500 has a reference for support, shows nothing of the inside, and tries again (R-167)', async () => {
  const retry = jest.fn();
  open(problem(500), retry);
  expect(screen.getByRole('alert').textContent).toContain('error.reference abc123');
  expect(screen.getByRole('alert').textContent).not.toContain('inside');
  await userEvent.click(screen.getByRole('button'));
  expect(retry).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/app/theatres/lumiere');
});
