import { topology } from '@coulisse/contracts';
import fc from 'fast-check';
import { routeTable, safePath } from './routes';

const urls = Object.fromEntries(topology.map((part) => [part.name, `http://${part.name}`]));

describe('routeTable', () => {
  const find = routeTable(topology, urls);

  it.each([
    ['/b/api/core/users', 'identity'],
    ['/b/api/core/users/1/history', 'identity'],
    ['/b/api/core/documents', 'documents'],
    ['/b/api/core/messaging/data', 'notifications'],
    ['/b/api/sale/payments', 'payments'],
    ['/app-api/payments/paybox/notification', 'payments'],
    ['/app-api/configuration/representations/1/plan', 'ticketing'],
  ])('%s goes to %s', (path, service) => {
    expect(find(path)?.service).toBe(service);
  });

  it.each(['/b/api/core', '/b/api/crmx', '/b/api', '/', '', '/app-api/session'])(
    '%s has no target',
    (path) => {
      expect(find(path)).toBeUndefined();
    },
  );

  it('prefers the longest prefix', () => {
    const findIn = routeTable(
      [
        { name: 'short', kind: 'service', httpPort: 1, database: false, prefixes: ['/b/api'], calls: [] },
        { name: 'long', kind: 'service', httpPort: 2, database: false, prefixes: ['/b/api/crm'], calls: [] },
      ],
      { short: 'http://short', long: 'http://long' },
    );
    expect(findIn('/b/api/crm/tiers')?.service).toBe('long');
    expect(findIn('/b/api/crm')?.service).toBe('long');
    expect(findIn('/b/api/crmx')?.service).toBe('short');
  });

  it('refuses a prefix that two services declare', () => {
    const part = { kind: 'service' as const, httpPort: 1, database: false, prefixes: ['/x'], calls: [] };
    expect(() =>
      routeTable(
        [
          { ...part, name: 'a' },
          { ...part, name: 'b' },
        ],
        { a: 'http://a', b: 'http://b' },
      ),
    ).toThrow('/x belongs to a and to b');
  });

  it('routes every path below a prefix to the service of the prefix', () => {
    const prefixes = topology.flatMap((part) => part.prefixes.map((prefix) => [prefix, part.name] as const));
    fc.assert(
      fc.property(
        fc.constantFrom(...prefixes),
        fc.array(fc.stringMatching(/^[0-9a-f]{1,8}$/), { minLength: 1, maxLength: 4 }),
        ([prefix, name], rest) => find(`${prefix}/${rest.join('/')}`)?.service === name,
      ),
    );
  });
});

describe('safePath', () => {
  it('removes the query string', () => expect(safePath('/b/api/crm?x=/../')).toBe('/b/api/crm'));
  it('keeps dots inside names', () => expect(safePath('/mf/crm/a..b.js')).toBe('/mf/crm/a..b.js'));
  it.each([
    '/b/api/../x',
    '/b/%2e%2E/x',
    '/b/./x',
    '/b//x',
    '/b\\x',
    '/b%2fx',
    '/..',
    'http://other/x',
    '*',
    '/a%00',
  ])('refuses %s', (path) => expect(safePath(path)).toBeUndefined());
});
