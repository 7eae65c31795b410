import './browser';
import { configure, render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { Language } from '@coulisse/ui-kit';
import { SampleProviders } from './providers';
import { createSampleServer, type SampleServerOptions } from './server/server';
import type { SampleRequest } from './server/request';

export { installBrowser } from './browser';
export { describedResource, recordedCalls } from './recorded-calls';

// A screen of many parts takes longer on a busy machine than the usual second.
configure({ asyncUtilTimeout: 20_000 });
jest.setTimeout(60_000);

interface RenderOptions extends SampleServerOptions {
  path?: string;
  language?: Language;
  children?: ReactNode;
}

/** Renders a generic screen over a sample server, in English and without what an earlier test stored. */
export const renderSample = ({
  path = '/sample/gadgets',
  language = 'en',
  children,
  fail,
  ...options
}: RenderOptions = {}) => {
  localStorage.clear();
  sessionStorage.clear();
  const requests: SampleRequest[] = [];
  const server = createSampleServer({
    ...options,
    fail: (request) => {
      requests.push(request);
      return fail?.(request) ?? null;
    },
  });
  let address = path;
  const view = render(
    <SampleProviders
      path={path}
      language={language}
      server={server}
      onAddress={(next) => {
        address = next;
      }}
    >
      {children}
    </SampleProviders>,
  );
  return {
    ...view,
    // No style sheet is loaded, so no style can forbid a click.
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    server,
    /** The requests so far, the first one first. */
    requests,
    /** The address of the router, with its parameters. */
    address: () => address,
  };
};

/** The rows of the grid of a list, without its head and its totals. */
export const listedNames = (): string[] =>
  screen
    .getAllByRole('row')
    .filter((row) => row.dataset['id'] !== undefined)
    .map((row) => row.querySelector('.r-open')?.textContent ?? '');
