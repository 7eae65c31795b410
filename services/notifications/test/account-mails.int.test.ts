import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type publicAccountV1, topics } from '@coulisse/contracts';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { MAIL_SENDER, type Mail } from '../src/features/mail/mail-sender.port';
import { accountMail, linkOf } from '../src/features/messages/account-message.domain';
import { service } from '../src/service';
import { FakePeers } from './support/fake-peers';

jest.setTimeout(120_000);

/** Long timeout, for a busy machine. */
const PATIENCE = { timeoutMs: 40_000 };

type Issued = publicAccountV1.IssueAccountLinkResponse;
const TENANT = randomUUID();
const issued = (overrides: Partial<Issued> = {}): Issued => ({
  template: 'ACCOUNT_VERIFY',
  email: `${randomUUID()}@public.test`,
  name: '',
  language: 'fr',
  organiserName: 'La Lumière',
  token: `secret-${randomUUID()}`,
  minutes: 1440,
  organiserSlug: 'la lumière',
  ...overrides,
});

describe('mails about accounts', () => {
  const bus = new MemoryBus();
  const peers = new FakePeers();
  const mails: Mail[] = [];
  let failures = 0;
  let database: TestDatabase;
  let running: TestService;

  beforeAll(async () => {
    await peers.start();
    database = await testDatabase(join(__dirname, '..'));
    running = await startTestService(service, {
      database,
      bus,
      backOff: { attempts: 5, baseMs: 10, maxMs: 20 },
      env: {
        PUBLIC_URL: 'https://billets.test/',
        IDENTITY_GRPC: peers.address,
        TICKETING_GRPC: peers.address,
      },
    });
    jest.spyOn(running.container.get(MAIL_SENDER), 'send').mockImplementation((mail) => {
      if (failures-- > 0) return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
      mails.push(mail);
      return Promise.resolve({ accepted: true });
    });
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
    peers.stop();
  });

  const requestLink = async (link?: Issued): Promise<string> => {
    const linkId = randomUUID();
    if (link) peers.links.set(linkId, link);
    const event = { $case: 'linkRequested', value: { linkId } } as const;
    const headers = {
      ce_id: randomUUID(),
      ce_type: 'linkRequested',
      ce_time: new Date().toISOString(),
      ce_tenantid: TENANT,
    };
    const value = Buffer.from(topics['identity.account.v1'].encode({ event }).finish());
    await bus.publish([{ topic: 'identity.account.v1', key: linkId, value, headers }]);
    return linkId;
  };
  it('a mail has the colours and the logo of its theatre, and its name where pictures are not shown', async () => {
    const brand = peers.brand;
    peers.brand = {
      ...{ color: '#0b5a3c', headerColor: '#08452e', nameColor: '#ffffff' },
      ...{ logoUrl: 'https://billets.test/app-api/files/a1?x=1&y="2', logoPicture: '', siteUrl: '' },
    };
    const link = issued({ organiserName: 'Théâtre <L’Île> & Cie' });
    await requestLink(link);
    const [mail] = await eventually(() => {
      expect(to(link.email)).toHaveLength(1);
      return to(link.email);
    }, PATIENCE);
    peers.brand = brand;
    expect(mail!.html).toContain('background:#08452e');
    expect(mail!.html).toContain('background:#0b5a3c');
    expect(mail!.html).toContain('src="https://billets.test/app-api/files/a1?x=1&amp;y=&quot;2"');
    expect(mail!.html).toContain('alt="Théâtre &lt;L’Île&gt; &amp; Cie"');
    expect(mail!.html).not.toMatch(/#47216b|#f0b652/);
  });

  const to = (address: string) => mails.filter((mail) => mail.to.address === address);

  it.each(['ACCOUNT_VERIFY', 'ACCOUNT_EXISTS', 'ACCOUNT_RESET'] as const)(
    '%s is sent once, with its link, in both languages',
    async (template) => {
      for (const language of ['fr', 'en'] as const) {
        const link = issued({ template, language });
        await requestLink(link);
        const [mail] = await eventually(() => {
          expect(to(link.email)).toHaveLength(1);
          return to(link.email);
        }, PATIENCE);
        const url = linkOf('https://billets.test/', link.token, language);
        expect(url).toBe(`https://billets.test/app/account/password?lang=${language}#${link.token}`);
        expect(mail?.text).toContain(url);
        expect(mail?.html).toContain(url);
        expect(mail?.subject).toContain('La Lumière');
        expect(mail?.language).toBe(language);
      }
    },
  );

  it.each(['ACCOUNT_LOGIN', 'ACCOUNT_OPEN'] as const)(
    '%s opens the page of the theatre, in both languages',
    (template) => {
      for (const language of ['fr', 'en'] as const) {
        const link = issued({ template, language, minutes: 15 });
        const mail = accountMail(link, peers.brand, 'https://billets.test/', 'm');
        const url = `https://billets.test/app/theatres/la%20lumi%C3%A8re/login?lang=${language}#${link.token}`;
        expect(mail.text).toContain(url);
        expect(mail.html).toContain(url);
        expect(mail.text).toContain('15 minutes');
        expect(mail.subject).toContain('La Lumière');
      }
    },
  );

  it('is sent when the mail server is back', async () => {
    const link = issued();
    failures = 2;
    await requestLink(link);
    await eventually(() => expect(to(link.email)).toHaveLength(1), PATIENCE);
  });

  it('is not sent when identity issues no link', async () => {
    const before = mails.length;
    await requestLink();
    const marker = issued();
    await requestLink(marker);
    await eventually(() => expect(to(marker.email)).toHaveLength(1), PATIENCE);
    expect(mails).toHaveLength(before + 1);
  });

  it('escapes names in the markup and in the headers', () => {
    const odd = issued({ name: '<b>Ana</b>', organiserName: 'Théâtre\r\nBcc: x@y.test <i>' });
    const mail = accountMail(odd, peers.brand, 'https://billets.test', 'm');
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain('<b>Ana');
    expect(mail.html).not.toContain('<i>');
  });
});
