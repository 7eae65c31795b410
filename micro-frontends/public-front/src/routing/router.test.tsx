/** @jest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import {
  BrowserRouter,
  Link,
  Pages,
  Redirect,
  useNavigate,
  useParams,
  usePlace,
  useSearchParams,
} from './router';

function Open() {
  const { id = '' } = useParams();
  const { pathname } = usePlace();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  return (
    <>
      <h1>{[pathname, id, search.get('lang')].filter(Boolean).join(' ')}</h1>
      <Link to="/shows/2?lang=en">link</Link>
      <Link to="/shows/3" target="_blank">
        tab
      </Link>
      <Link to="/">home</Link>
      <button onClick={() => navigate('/shows/4')}>script</button>
      <button onClick={() => navigate('/old')}>old</button>
      <button onClick={() => setSearch({ lang: 'fr' }, { replace: true })}>search</button>
      <button onClick={() => setSearch({})}>no search</button>
    </>
  );
}

const title = () => screen.getByRole('heading').textContent;
const address = () => location.pathname + location.search;
const press = (name: string, options = {}) => fireEvent.click(screen.getByText(name), options);

beforeEach(() => {
  history.replaceState(null, '', '/app/shows/1');
  render(
    <BrowserRouter base="/app">
      <Pages
        pages={{ '/shows/:id': <Open />, '/old': <Redirect to="/shows/5" />, '*': <h1>not found</h1> }}
      />
    </BrowserRouter>,
  );
});
afterEach(cleanup);

test('a link opens a page, and the browser goes back', async () => {
  expect(title()).toBe('/shows/1 1');
  press('link');
  expect([title(), address()]).toEqual(['/shows/2 2 en', '/app/shows/2?lang=en']);
  act(() => history.back());
  await waitFor(() => expect(title()).toBe('/shows/1 1'));
});

test('a link to the open page leaves no entry to go back to', () => {
  press('link');
  const { length } = history;
  press('link');
  expect([history.length, title()]).toEqual([length, '/shows/2 2 en']);
});

test.each([
  ['another button', 'link', { button: 1 }],
  ['a key for a new tab', 'link', { ctrlKey: true }],
  ['a target', 'tab', {}],
])('%s leaves the link to the browser', (_what, name, options) => {
  // True: nobody has taken the event.
  expect(press(name, options)).toBe(true);
  expect(title()).toBe('/shows/1 1');
});

test('addresses of links are whole, so that they can be copied', () => {
  expect(['link', 'home'].map((name) => screen.getByText(name).getAttribute('href'))).toEqual([
    '/app/shows/2?lang=en',
    '/app',
  ]);
});

test('pages are opened by script, and lead elsewhere', () => {
  press('script');
  expect(title()).toBe('/shows/4 4');
  const { length } = history;
  press('old');
  expect([title(), address()]).toEqual(['/shows/5 5', '/app/shows/5']);
  expect(history.length).toBe(length + 1);
  press('home');
  expect([title(), address()]).toEqual(['not found', '/app']);
});

test('the search is changed without another page', () => {
  const { length } = history;
  press('search');
  expect([title(), address(), history.length]).toEqual(['/shows/1 1 fr', '/app/shows/1?lang=fr', length]);
  press('no search');
  expect([title(), address()]).toEqual(['/shows/1 1', '/app/shows/1']);
});
