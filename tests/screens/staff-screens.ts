import type { Page } from 'playwright-core';
import { login } from '../e2e/browser';
import { fromStack, getJson, stackUrl } from '../support/stack';
import type { Screen } from './screen';
import { settled, slug } from './settled';

interface Described {
  path: string;
  may: { create: boolean; update: boolean; import?: boolean };
  features: { importable?: boolean };
}
interface Rows {
  items: { id: string }[];
}

/** Selectors that show that a screen is ready; the first pattern that its path matches counts. */
const READY: [RegExp, string][] = [
  [/[?&]panel=/, '[data-testid=side-panel] h2'],
  [/^dashboard$/, 'main .c-card'],
  [/\/plans\/add$|\/cart\/add$/, 'main h1'],
  [/\/reservations\/add$|\/(?:exchange|revise)$/, '[data-testid=seat-map]'],
  [/\/plan$/, '[data-testid=seat-map]'],
  [/\/(?:add|edit|duplicate)$/, 'main form'],
  [/\/informations$/, '[data-testid=record-title]'],
];

const at = (user: string, path: string, overrides: Partial<Screen> = {}): Screen => ({
  name: `${slug(user.split('@')[0] ?? user)}--${slug(path)}`,
  url: `${stackUrl()}/b/${path}`,
  user,
  ready: READY.find(([pattern]) => pattern.test(path))?.[1] ?? 'main h1',
  ...overrides,
});

/** Paths of one list: itself, its form, its import, then page, form and panel of its first record. */
async function pathsOf(resource: Described, path: string, token: string): Promise<string[]> {
  const first = (await getJson<Rows>(`${resource.path}?size=1`, token)).items[0];
  return [
    path,
    ...(resource.may.create ? [`${path}/add`] : []),
    ...(resource.may.import && resource.features.importable ? [`${path}/import`] : []),
    ...(first ? [`${path}/${first.id}/informations`, `${path}?panel=${first.id}`] : []),
    ...(first && resource.may.update ? [`${path}/${first.id}/edit`] : []),
  ];
}

/** A reservation in a state, of a performance that is still to come. */
async function reservationIn(state: string, performances: Rows, token: string): Promise<string | undefined> {
  for (const { id } of performances.items) {
    const query = new URLSearchParams([
      ['size', '1'],
      ['f.state.eq', state],
      ['f.representation.eq', id],
    ]);
    const [found] = (await getJson<Rows>(`/b/api/prestiscene/reservations?${query.toString()}`, token)).items;
    if (found) return found.id;
  }
  return undefined;
}

/** Screens that no menu leads to, by what they are linked from. */
async function linkedPaths(token: string): Promise<string[]> {
  const room = (await getJson<Rows>('/b/api/configuration/salles?size=1', token)).items[0];
  const shows = await getJson<Rows>('/b/api/configuration/spectacles?size=1', token);
  const plans = room && (await getJson<Rows>(`/b/api/configuration/salles/${room.id}/plans`, token)).items;
  const performances = await getJson<Rows>('/b/api/prestiscene/reception/representations', token);
  const sold = await reservationIn('VALIDATED', performances, token);
  const reserved = await reservationIn('PRE_RESERVATION', performances, token);
  return [
    'configuration/spetacle-calendar',
    'prestiscene/gift-vouchers/cart/add',
    'prestiscene/gift-vouchers/list-unpaid',
    'prestiscene/waiting-entries',
    ...(sold ? [`prestiscene/reservations/${sold}/exchange`] : []),
    ...(reserved ? [`prestiscene/reservations/${reserved}/revise`] : []),
    ...performances.items
      .slice(0, 1)
      .flatMap(({ id }) =>
        ['plan', 'duplicate'].map((part) => `configuration/representations/${id}/${part}`),
      ),
    ...(room ? [`configuration/salles/${room.id}/plans/add`] : []),
    ...(plans ?? []).slice(0, 1).map(({ id }) => `configuration/salles/${room?.id}/plans/${id}`),
    ...shows.items.map(({ id }) => `configuration/spectacles/${id}/representations/add`),
    ...performances.items.slice(0, 1).map(({ id }) => `prestiscene/reception/${id}`),
  ];
}

/** Every screen that the menu offers to a login, and those linked from there. The page stays logged in. */
export async function staffScreens(page: Page, user: string): Promise<Screen[]> {
  const described = page.waitForRequest((request) => request.url().endsWith('/b/api/_resources'));
  await login(page, user, fromStack('TEST_DEMO_PASSWORD'));
  const token = ((await (await described).allHeaders()).authorization ?? '').replace('Bearer ', '');
  await page.getByTestId('person-menu').waitFor();
  await settled(page, 'main h1');
  const menu = await page
    .locator('nav.s-rail a.s-link')
    .evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute('href') ?? '', link.baseURI).pathname.slice(3)),
    );
  const { resources } = await getJson<{ resources: Described[] }>('/b/api/_resources', token);
  const paths: string[] = [];
  for (const path of menu) {
    const resource = resources.find((candidate) => candidate.path === `/b/api/${path}`);
    paths.push(...(resource ? await pathsOf(resource, path, token) : [path]));
  }
  if (menu.includes('configuration/salles')) paths.push(...(await linkedPaths(token)));
  const palette = at(user, 'dashboard', {
    name: `${slug(user.split('@')[0] ?? user)}--palette`,
    then: async (opened) => {
      await opened.keyboard.press('Control+k');
      await opened.getByTestId('palette-input').waitFor();
    },
  });
  const missing = at(user, 'nowhere', { ready: '.c-state' });
  return [...paths.map((path) => at(user, path)), missing, palette];
}
