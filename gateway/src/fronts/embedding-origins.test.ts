import pino from 'pino';
import { EmbeddingOrigins } from './embedding-origins';
import { MissingRecord } from './public-pages';

const log = pino({ level: 'silent' });
const at = (read: jest.Mock) => {
  const clock = { now: 0 };
  return { clock, origins: new EmbeddingOrigins({ read, log, now: () => clock.now }) };
};

describe('the sites that may embed the pages of a theatre', () => {
  it('are read once for all visitors, and again after five seconds', async () => {
    const read = jest.fn().mockResolvedValue({ theatre: 't', origins: ['https://a.example'] });
    const { clock, origins } = at(read);
    await Promise.all(Array.from({ length: 20 }, () => origins.of('lumiere')));
    expect(await origins.of('lumiere')).toEqual(['https://a.example']);
    expect(read.mock.calls).toEqual([['/app-api/configuration/saas-customers/lumiere/embedding', 'fr']]);
    clock.now = 5_000;
    read.mockResolvedValue({ theatre: 't', origins: [] });
    expect(await origins.of('lumiere')).toEqual([]);
  });

  it('are only such as a policy can hold', async () => {
    const read = jest
      .fn()
      .mockResolvedValue({ origins: ['https://a.example; script-src *', '*', 'https://b.example'] });
    expect(await at(read).origins.of('lumiere')).toEqual(['https://b.example']);
  });

  it.each([new MissingRecord(), new Error('timeout')])(
    'are none when they cannot be read: %p',
    async (error) => {
      const read = jest.fn().mockRejectedValue(error);
      expect(await at(read).origins.of('lumiere')).toEqual([]);
    },
  );

  it('of five hundred theatres are remembered, those that were read longest ago are forgotten', async () => {
    const read = jest.fn().mockResolvedValue({ origins: [] });
    const { origins } = at(read);
    for (let id = 0; id <= 500; id++) await origins.of(`t${id}`);
    await origins.of('t500');
    expect(read).toHaveBeenCalledTimes(501);
    await origins.of('t0');
    expect(read).toHaveBeenCalledTimes(502);
  });
});
