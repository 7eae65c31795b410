import { createPages } from './page';

// The build puts this module in the place of the library (rsbuild.config.ts, dev/build.mjs).
jest.mock('react-i18next', () => jest.requireActual<object>('../texts/react-i18next'));

const TEMPLATE =
  '<!DOCTYPE html><html><head><script>theme()</script><title>Coulisse</title><style>a{}</style>' +
  '<script defer src="/app/index.js"></script></head><body><div id="root"></div></body></html>';
const CHUNKS = {
  seats: ['/app/seats.js', '/app/seats.css'],
  show: ['/app/show.js', '/app/show.css'],
  theatre: ['/app/theatre.js'],
  'texts-fr': ['/app/fr.js'],
  'texts-en': ['/app/en.js'],
};
const theatre = {
  id: 't1',
  name: 'Théâtre Lumière',
  slug: 'lumiere',
  city: 'Lyon',
  address: '1 place des Célestins, 69002 Lyon',
  directions: '',
  wheelchairAccess: 'De plain-pied par la cour.',
};
const performance = {
  id: 'p1',
  date: '2026-12-01',
  startsAt: '2026-12-01T20:30:00+01:00',
  mealTimes: [],
  showTimes: ['20:30'],
  room: 'Salle',
  onSale: true,
  availability: 'FREE',
  placesRemaining: 100,
  lowestPrice: '49.00',
};
const soldOut = {
  ...performance,
  id: 'p2',
  date: '2026-12-12',
  startsAt: '2026-12-12T20:30:00+01:00',
  availability: 'FULL',
  placesRemaining: 0,
};
const show = {
  id: 's1',
  name: 'Hamlet $& <img src=x onerror=alert(1)>',
  description: 'Un prince.</script><script>alert(1)</script>\u2028 Fin.',
  shortDescription: null,
  color: '#7c3aa6',
  genre: 'THEATRE',
  poster: { kind: 'STORED', url: '/app-api/files/f1', alt: 'Un crâne' },
  isListed: true,
  organiser: theatre,
  performances: [performance, soldOut],
};
const CATALOGUE = '/app-api/configuration';
const SERVICE: Record<string, unknown> = {
  [`${CATALOGUE}/saas-customers`]: { items: [theatre] },
  [`${CATALOGUE}/saas-customers/lumiere`]: theatre,
  [`${CATALOGUE}/spectacles/by-saas-customer/lumiere`]: {
    items: [{ ...show, nextPerformance: null, lowestPrice: null }],
  },
  [`${CATALOGUE}/spectacles/s1`]: show,
  [`${CATALOGUE}/representations/p1`]: { ...performance, show, organiser: theatre },
  [`${CATALOGUE}/representations/p1/formules`]: { items: [] },
};
const read = (path: string) =>
  path in SERVICE ? Promise.resolve(SERVICE[path]) : Promise.reject(new Error(`not found: ${path}`));

const pages = createPages(TEMPLATE, CHUNKS, {
  origin: 'https://billets.test',
  readStyles: (path) => `/* ${path} */`,
});
const rendered = async (path: string, language = 'fr') => {
  const data = await pages.load(path, read);
  return pages.render(path, language, data ?? {});
};

test.each([
  ['/app', 'Les salles'],
  ['/app/', 'Théâtre Lumière'],
  ['/app/theatres/lumiere', 'À l’affiche'],
  ['/app/spectacles/s1', 'Choisir mes places'],
  ['/app/reservations/cart/add/p1', 'mardi 1 décembre 2026'],
])('%s is complete before any script has run', async (path, text) => {
  const { html } = await rendered(path);
  const root = /<div id="root">([\s\S]*)<script type="application\/json"/.exec(html)?.[1];
  expect(root).toContain(text);
  expect(root).not.toMatch(/<script|<style|\sstyle=/);
  expect(html).toContain('<html lang="fr" data-density="touch" data-look>');
});

test('the page says its title and its language', async () => {
  const { html } = await rendered('/app/theatres/lumiere', 'en');
  expect(html).toContain('<title>Shows · Théâtre Lumière</title>');
  expect(html).toContain('<html lang="en"');
  expect(html).toContain('<link rel="preload" as="script" href="/app/en.js">');
  expect(html).not.toContain('/app/fr.js');
});

test('a theatre with a typeface of its own has it before the first paint, others load nothing of it', async () => {
  const sheet = (path: string) =>
    path === '/app/fonts.css'
      ? "@font-face{src:url(/app/static/font/lora-latin-wght-normal.0f.woff2)}@font-face{src:url(/app/static/font/oswald-latin-wght-normal.1a.woff2) format('woff2-variations')}[data-font=OSWALD]{--display:Oswald}"
      : `/* ${path} */`;
  const own = createPages(
    TEMPLATE,
    { ...CHUNKS, 'site-fonts': ['/app/fonts.css'] },
    { origin: 'https://billets.test', readStyles: sheet },
  );
  const site = { font: 'OSWALD' };
  const of = async (data: object) => {
    const loaded = await own.load('/app/theatres/lumiere', (path) =>
      path === `${CATALOGUE}/saas-customers/lumiere` ? Promise.resolve(data) : read(path),
    );
    return own.render('/app/theatres/lumiere', 'fr', loaded ?? {});
  };
  const { html, styles } = await of({ ...theatre, site });
  expect(html).toMatch(/<html [^>]*data-font="OSWALD"/);
  expect(html).toContain(
    'rel="preload" as="font" type="font/woff2" href="/app/static/font/oswald-latin-wght-normal.1a.woff2"',
  );
  expect(styles).toContain(sheet('/app/fonts.css'));
  const plain = await of(theatre);
  expect(plain.html).not.toMatch(/data-font|as="font"/);
  expect(plain.styles).not.toContain(sheet('/app/fonts.css'));
});

test('the page of a theatre leads to its gift vouchers where it sells them', async () => {
  const at = '/app/theatres/lumiere';
  const of = async (changes: object) => {
    const loaded = await pages.load(at, (path) =>
      path === `${CATALOGUE}/saas-customers/lumiere`
        ? Promise.resolve({ ...theatre, ...changes })
        : read(path),
    );
    return (await pages.render(at, 'en', loaded ?? {})).html;
  };
  expect(await of({ sellsGiftVouchers: true })).toContain('Give a gift voucher');
  expect(await of({ sellsGiftVouchers: false })).not.toContain('Give a gift voucher');
});

test('names from the data are text, in the page and in its data', async () => {
  const { html } = await rendered('/app/spectacles/s1');
  expect(html).not.toContain('<img src=x');
  expect(html).toContain('Hamlet $&amp; &lt;img src=x onerror=alert(1)&gt;</h1>');
  expect(html).toContain('<title>Hamlet $&#38; &#60;img');
  const json = /<script type="application\/json" id="first-screen">([^<]*)<\/script>/.exec(html)?.[1] ?? '';
  expect(json).not.toContain('\u2028');
  expect(JSON.parse(json)).toEqual({ language: 'fr', theatre, queries: [[['show', 's1'], show]] });
});

test('the colour of a show is a rule of its own, which the policy can name', async () => {
  const { html, styles, scripts } = await rendered('/app/spectacles/s1');
  const rule = "[data-show-color='#7c3aa6']{--show:#7c3aa6}";
  expect(html).toContain(`<style>${rule}</style></head>`);
  expect(styles).toEqual(['a{}', '/* /app/show.css */', rule]);
  expect(html).toContain('<style data-href="/app/show.css">/* /app/show.css */</style>');
  expect(scripts).toEqual(['theme()']);
});

test('a colour that is none becomes no rule', async () => {
  const evil = { ...show, color: "#fff'}</style><script>alert(1)</script>" };
  const data = await pages.load('/app/spectacles/s1', () => Promise.resolve(evil));
  const { html, styles } = await pages.render('/app/spectacles/s1', 'fr', data ?? {});
  expect(styles).toEqual(['a{}', '/* /app/show.css */']);
  expect(html).not.toContain('data-show-color');
});

const withSite = async (site: object) => {
  const data = await pages.load('/app/theatres/lumiere', (path) =>
    Promise.resolve(path.endsWith('/saas-customers/lumiere') ? { ...theatre, site } : { items: [] }),
  );
  return pages.render('/app/theatres/lumiere', 'fr', data ?? {});
};

describe('a page in a frame on the site of a theatre', () => {
  const answers = (theatreId: string) => (path: string) =>
    path.endsWith('/embedding') ? Promise.resolve({ theatre: theatreId, origins: [] }) : read(path);
  test('has no head and no foot, and its links stay in the frame', async () => {
    const path = '/app/embed/lumiere/spectacles/s1';
    expect(pages.isRendered(path)).toBe(true);
    const { html } = await pages.render(path, 'fr', (await pages.load(path, answers('t1'))) ?? {});
    expect(html).not.toMatch(/site-header|site-footer/);
    expect(html).toContain('href="/app/embed/lumiere/reservations/cart/add/p1"');
    // The page that stands alone is the one for search engines.
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('canonical');
    expect(html).not.toContain('href="/app/reservations');
  });
  test('is none of another theatre, and not the list of all', async () => {
    expect(await pages.load('/app/embed/other/spectacles/s1', answers('t2'))).toBeNull();
    expect(await pages.load('/app/embed/lumiere', answers('t1'))).toBeNull();
  });
});

test('the look of the theatre is in the page before any script has run (R-200)', async () => {
  const plain = await withSite({});
  expect(plain.html).toContain('<html lang="fr" data-density="touch" data-look>');
  const dark = await withSite({ frontMode: 'DARK' });
  expect(dark.html).toContain('data-look="dark" data-theme="dark" data-site>');
  expect(dark.styles).toEqual(['a{}']);
  const own = await withSite({
    frontMode: 'CUSTOM',
    colors: { '--primary': '#5b2d86', '--ring': '0 0 3px' },
  });
  expect(own.html).toContain('data-look="light" data-theme="light" data-site>');
  expect(own.styles).toEqual(['a{}', '[data-site]{--primary:#5b2d86;--ring:0 0 3px}']);
});

test('the page of the seats names its scripts, so that they load with the others', async () => {
  const { html } = await rendered('/app/reservations/cart/add/p1');
  expect(html).toContain('<link rel="preload" as="script" href="/app/seats.js">');
  expect(html).not.toContain('href="/app/seats.css"');
});

test('pages of one visitor are left to the browser', async () => {
  const path = '/app/reservations/cart/1/edit-customer';
  expect(pages.isRendered(path)).toBe(false);
  expect(await pages.load(path, read)).toBeNull();
  const { html, styles } = pages.empty('en');
  expect(html).toContain('<div id="root"></div></body>');
  expect(html).toContain('<html lang="en"');
  expect(styles).toEqual(['a{}']);
});

test('a page whose data cannot be read is not rendered', async () => {
  await expect(rendered('/app/spectacles/unknown')).rejects.toThrow('not found');
});

describe('what is chosen in the address', () => {
  test('is part of the page, in one way of writing it', () => {
    const place = (query: string) => pages.placeOf('/app/theatres/lumiere', query);
    expect(place('?utm_source=mail&month=2026-12&genre=MAGIC')).toBe(
      '/app/theatres/lumiere?genre=MAGIC&month=2026-12',
    );
    expect(place('?month=2026-13&date=2026-02-30&genre=<script>')).toBe('/app/theatres/lumiere');
    expect(place('')).toBe('/app/theatres/lumiere');
  });

  test('a day shows what is played on it, without any script', async () => {
    const { html } = await rendered('/app/theatres/lumiere?date=2026-12-12');
    expect(html).toContain('samedi 12 décembre</h3>');
    expect(html).toContain('Date libre');
    expect(html).toContain('href="/app/reservations/cart/add/p1"');
    const { html: other } = await rendered('/app/theatres/lumiere?genre=MAGIC');
    expect(other).not.toContain('Hamlet $&amp; &lt;img src=x onerror=alert(1)&gt;</strong>');
  });
});

describe('what search engines read of a show', () => {
  const eventsOf = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? '{}') as {
      '@graph': Record<string, unknown>[];
    };

  test('is an event for each performance, with its place and its offer', async () => {
    const { html } = await rendered('/app/spectacles/s1');
    const [first, second] = eventsOf(html)['@graph'];
    expect(first).toMatchObject({
      '@type': 'TheaterEvent',
      name: show.name,
      startDate: performance.startsAt,
      image: 'https://billets.test/app-api/files/f1/poster/720',
      location: {
        '@type': 'PerformingArtsTheater',
        name: 'Théâtre Lumière, Salle',
        address: theatre.address,
      },
      organizer: { name: 'Théâtre Lumière', url: 'https://billets.test/app/theatres/lumiere' },
      offers: {
        price: '49.00',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        url: 'https://billets.test/app/reservations/cart/add/p1',
      },
    });
    expect(second).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } });
  });

  test('names the page itself, without what was chosen on it, and its picture', async () => {
    const { html } = await rendered('/app/spectacles/s1?month=2026-12');
    expect(html).toContain('<link rel="canonical" href="https://billets.test/app/spectacles/s1">');
    expect(html).toContain('hreflang="en" href="https://billets.test/app/spectacles/s1?lang=en"');
    expect(html).toContain(
      '<meta property="og:image" content="https://billets.test/app-api/files/f1/poster/720">',
    );
    expect(html).toContain('<meta property="og:title" content="Hamlet $&#38; &#60;img');
    expect(html).not.toContain('noindex');
  });

  test('a show that is not listed is not for search engines', async () => {
    const data = await pages.load('/app/spectacles/s1', () => Promise.resolve({ ...show, isListed: false }));
    const { html } = await pages.render('/app/spectacles/s1', 'fr', data ?? {});
    expect(html).toContain('<meta name="robots" content="noindex">');
  });
});
