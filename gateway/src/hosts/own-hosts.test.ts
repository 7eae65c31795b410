import pino from 'pino';
import { hostOf, OwnHosts } from './own-hosts';
import { redirectOf } from './site-redirect';

const THEATRE = '0190b5a2-0000-7000-8000-000000000001';
const own = {
  host: 'billets.theatre.example',
  theatre: THEATRE,
  slug: 'lumiere',
  isCurrent: true,
  movedTo: null,
};
const former = { ...own, host: 'old.theatre.example', isCurrent: false, movedTo: 'billets.theatre.example' };
const withdrawn = { ...own, host: 'withdrawn.theatre.example', isCurrent: false };

const log = pino({ level: 'silent' });
function hosts(items: unknown[] = [own, former, withdrawn]) {
  const read = jest.fn(() => Promise.resolve({ items } as unknown));
  const made = new OwnHosts({ publicUrl: 'https://coulisse.test', read, log, everyMs: 1_000 });
  return { made, read };
}

describe('hostOf', () => {
  it.each([
    ['billets.theatre.example', 'billets.theatre.example'],
    ['BILLETS.Theatre.Example', 'billets.theatre.example'],
    ['billets.theatre.example:8443', 'billets.theatre.example'],
    ['billets.theatre.example.', 'billets.theatre.example'],
    ['billets.theatre.example.:443', 'billets.theatre.example'],
    ['billets.theatre.example..', null],
    ['billets.theatre.example:443:443', null],
    ['billets.theatre.example@evil.example', null],
    ['evil.example/billets.theatre.example', null],
    ['billets.theatre.example, evil.example', null],
    ['billets.théatre.example', null],
    ['billets.theatre.example\u0000', null],
    [' billets.theatre.example', null],
    ['127.0.0.1:8080', null],
    ['[::1]:8080', null],
    ['localhost', null],
    ['a'.repeat(100_000), null],
    ['', null],
    [undefined, null],
  ])('%.50s is %s', (header, host) => expect(hostOf(header)).toBe(host));
});

describe('OwnHosts', () => {
  it('shows the theatre of a host, and the installation at every other one', async () => {
    const { made } = hosts();
    await made.load();
    expect(made.of('BILLETS.theatre.example:443')).toMatchObject({
      theatre: { id: THEATRE, slug: 'lumiere' },
      url: new URL('https://billets.theatre.example'),
    });
    for (const header of [
      'coulisse.test',
      'evil.example',
      'x.billets.theatre.example',
      'localhost:8080',
      undefined,
    ])
      expect(made.of(header)).toBe(made.installation);
  });

  it('never gives the host of the installation to a theatre', async () => {
    const { made } = hosts([{ ...own, host: 'coulisse.test' }]);
    await made.load();
    expect(made.of('coulisse.test')).toBe(made.installation);
  });

  it('refuses hosts that it cannot know yet, and no other ones', () => {
    const { made } = hosts();
    expect(() => made.of('billets.theatre.example')).toThrow(
      expect.objectContaining({ code: 'service.unavailable' }) as Error,
    );
    expect(made.of('coulisse.test:443')).toBe(made.installation);
    expect(made.of('10.0.0.7:8080')).toBe(made.installation);
  });

  it('goes on with the last list while it cannot be read', async () => {
    const { made, read } = hosts();
    await made.load();
    read.mockResolvedValueOnce({ items: 'no list' });
    await expect(made.load()).rejects.toThrow();
    read.mockRejectedValueOnce(new Error('down'));
    await expect(made.load()).rejects.toThrow('down');
    expect(made.of('billets.theatre.example').theatre?.slug).toBe('lumiere');
  });

  it('reads the other rows of a list with a broken one, and refuses the host that it is about', async () => {
    const warn = jest.spyOn(log, 'warn');
    const { made, read } = hosts([
      ...[null, 7, { host: 'not a host' }, { ...own, host: 'coulisse.test', slug: '' }],
      { ...own, host: 'broken.theatre.example', theatre: 'no id' },
      own,
    ]);
    await made.load();
    await made.load();
    expect(warn.mock.calls).toEqual([[{ hosts: 5 }, 'hosts.not_readable']]);
    expect(made.of(own.host).theatre?.slug).toBe('lumiere');
    expect(() => made.of('broken.theatre.example')).toThrow(
      expect.objectContaining({ code: 'service.unavailable' }) as Error,
    );
    expect(made.of('coulisse.test')).toBe(made.installation);
    read.mockResolvedValueOnce({ items: [{ ...own, host: 'broken.theatre.example' }] });
    await made.load();
    expect(made.of('broken.theatre.example').theatre?.id).toBe(THEATRE);
    warn.mockRestore();
  });

  it('forgets a host that the list has no more', async () => {
    const { made, read } = hosts();
    await made.load();
    read.mockResolvedValueOnce({ items: [] });
    await made.load();
    expect(made.of('billets.theatre.example')).toBe(made.installation);
  });
});

describe('redirectOf', () => {
  const at = async (header: string, target: string) => {
    const { made } = hosts();
    await made.load();
    return redirectOf(made.of(header), made.installation, target.replace(/\?.*/, ''), target);
  };
  it.each([
    ['billets.theatre.example', '/', '/app/theatres/lumiere'],
    ['billets.theatre.example', '/app', '/app/theatres/lumiere'],
    ['billets.theatre.example', '/app/?lang=en', '/app/theatres/lumiere?lang=en'],
    ['billets.theatre.example', '/app/o?lang=fr', undefined],
    ['billets.theatre.example', '/app-api/session', undefined],
    ['billets.theatre.example', '/b/crm', 'https://coulisse.test/b/crm'],
    ['billets.theatre.example', '/b/api/crm/tiers', undefined],
    ['old.theatre.example', '/app/o?lang=fr', 'https://billets.theatre.example/app/o?lang=fr'],
    ['withdrawn.theatre.example', '/app/o?lang=fr', 'https://coulisse.test/app/o?lang=fr'],
    ['withdrawn.theatre.example', '/app-api/session', undefined],
    ['coulisse.test', '/', undefined],
    ['evil.example', '/', undefined],
  ])('%s%s leads to %s', async (header, target, to) => expect(await at(header, target)).toBe(to));
});
