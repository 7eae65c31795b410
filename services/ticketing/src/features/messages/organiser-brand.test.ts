import type { ServiceContext } from '@coulisse/service-kit';
import { contrast, READABLE_CONTRAST } from '@coulisse/contracts/site-colors';
import { saleTemplates } from '../../templates';
import { sampleEntry, waitingData, waitingTemplates } from '../waiting-list/waiting-templates';
import { logoUrlOf, organiserData, type BrandSettings } from './organiser-brand';
import { PrintedLogos } from './printed-logos';
import { saleData, ticketsData } from './sale-data';
import { sampleSale } from './sample-sale';
import { sampleVoucher } from './sample-voucher';
import { ticketsMail, ticketsPdf } from './sale-template-kinds';
import { voucherPdfData } from './voucher-data';
import { voucherPdf } from './voucher-template-kinds';

const templates = saleTemplates();
const region = { zone: 'Europe/Paris', currency: 'EUR' };
const YELLOW: BrandSettings = { frontMode: 'CUSTOM', frontColor: '#f0d652', logo: 'a1' };
const LOGO = 'https://billetterie.example/app-api/files/a1';

/** The product's own template, or another source. */
const loaded = (kind: typeof ticketsMail, source = templates.defaultOf(kind.name, 'fr')) =>
  templates.compiledOf(kind, 'fr', source, region);

describe('R-200: the colour of a theatre in its mails and documents', () => {
  it.each(['#ffffff', '#f0d652', '#00ff88', '#123456', '#000000'])(
    'is made dark enough for white text: %s',
    (frontColor) => {
      const { color, headerColor, nameColor } = organiserData('La Lumière', {
        frontMode: 'CUSTOM',
        frontColor,
      });
      expect(contrast(color!, '#ffffff')).toBeGreaterThanOrEqual(READABLE_CONTRAST);
      expect(contrast(headerColor!, nameColor!)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
    },
  );

  it.each<BrandSettings>([
    {},
    { frontMode: 'LIGHT', frontColor: '#f0d652' },
    { frontMode: 'DARK' },
    { frontMode: 'CUSTOM', frontColor: null },
  ])('is that of the product in another look: %j', (settings) => {
    const { color, headerColor, nameColor } = organiserData('La Lumière', settings);
    expect([color, headerColor, nameColor]).toEqual(['#5b2d86', '#47216b', '#f0b652']);
    expect(contrast(headerColor!, nameColor!)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
  });

  it('stands in headers and buttons of every mail, and nothing of the product’s colour is left', async () => {
    const { color, headerColor } = organiserData('', YELLOW);
    const sale = { ...sampleSale('fr'), brand: YELLOW };
    const { html } = await templates.renderMail(await loaded(ticketsMail), saleData(sale));
    expect(html).toContain(headerColor);
    expect(html).toContain(color);
    expect(html).not.toMatch(/#47216b|#5b2c86|#5b2d86|#f0b652/);
    const kind = waitingTemplates.OFFER;
    const entry = sampleEntry('fr');
    const waiting = await templates.renderMail(
      await templates.compiledOf(kind, 'fr', templates.defaultOf(kind.name, 'fr'), region),
      waitingData(
        { ...entry, organiser: { ...entry.organiser, site: { frontMode: 'CUSTOM', frontColor: '#f0d652' } } },
        '',
      ),
    );
    expect(waiting.html).toContain(headerColor);
    expect(waiting.html).not.toMatch(/#47216b|#5b2c86|#5b2d86|#f0b652/);
  });

  it('stands in tickets and gift vouchers', async () => {
    const { color } = organiserData('', YELLOW);
    const tickets = await templates.compiledOf(
      ticketsPdf,
      'fr',
      templates.defaultOf(ticketsPdf.name, 'fr'),
      region,
    );
    const voucher = await templates.compiledOf(
      voucherPdf,
      'fr',
      templates.defaultOf(voucherPdf.name, 'fr'),
      region,
    );
    const pages = [
      templates.render(
        tickets,
        ticketsData({ ...sampleSale('fr'), brand: YELLOW }, () => 'code'),
      ),
      templates.render(voucher, voucherPdfData({ ...sampleVoucher('fr'), brand: YELLOW }, 'key')),
    ];
    for (const page of pages) {
      expect(page).toContain(`--primary: ${color}`);
      expect(page).not.toMatch(/#47216b|#5b2d86|#f0b652/);
    }
  });
});

describe('the logo', () => {
  it('is fetched from the public site, and not at all without encryption or without one', () => {
    expect(logoUrlOf(YELLOW, 'https://billetterie.example/')).toBe(LOGO);
    expect(logoUrlOf(YELLOW, 'http://localhost:8080')).toBe('');
    expect(logoUrlOf({ logo: null }, 'https://billetterie.example')).toBe('');
  });

  it('stands in the place of the name, which is what it says to who does not see it', async () => {
    const organiserName = 'Le "Bœuf" & <b>Cie</b>';
    const mailWith = async (logo: string) =>
      (
        await templates.renderMail(
          await loaded(ticketsMail),
          saleData({ ...sampleSale('fr'), organiserName, logo }),
        )
      ).html;
    const named = 'Le &quot;Bœuf&quot; &amp; &lt;b&gt;Cie&lt;/b&gt;';
    expect(await mailWith(LOGO)).toContain(`<img src="${LOGO}" alt="${named}"`);
    expect(await mailWith('')).not.toContain('<img');
  });

  it('leaves a template as it is that a theatre had written before', async () => {
    const source = {
      source:
        '<mjml><mj-body><mj-section><mj-column><mj-text>{{organiser.name}}</mj-text></mj-column></mj-section></mj-body></mjml>',
      subject: '{{organiser.name}}',
    };
    const sale = { ...sampleSale('fr'), brand: YELLOW, logo: LOGO };
    const mail = await templates.renderMail(await loaded(ticketsMail, source), saleData(sale));
    expect(mail.subject).toBe('La Lumière');
    expect(mail.html).not.toContain(LOGO);
  });
});

describe('the logo on paper', () => {
  const PICTURE = 'data:image/webp;base64,QUJD';
  const pageWith = async (changes: { logo: string }) => {
    const source = templates.defaultOf(ticketsPdf.name, 'fr');
    const tickets = await templates.compiledOf(ticketsPdf, 'fr', source, region);
    return templates.render(
      tickets,
      ticketsData({ ...sampleSale('fr'), ...changes }, () => 'code'),
    );
  };

  it('stands on each ticket, beside the name', async () => {
    const own = await pageWith({ logo: PICTURE });
    expect(own.split(`<img class="logo" src="${PICTURE}" alt="">`)).toHaveLength(4);
    expect(await pageWith({ logo: '' })).not.toContain('class="logo"');
  });

  it('is left out of the tickets of a large group, whose pages would be too heavy', () => {
    const [item] = sampleSale('fr').items;
    const logo = `data:image/webp;base64,${'A'.repeat(16_000)}`;
    const logoOf = (length: number) => {
      const items = Array.from({ length }, () => item!);
      return ticketsData({ ...sampleSale('fr'), items, logo }, () => 'code').organiser.logo;
    };
    expect([logoOf(90), logoOf(100)]).toEqual([logo, '']);
  });

  it('is asked for once, and not at all without one', async () => {
    const requests: unknown[] = [];
    const getLogo = (request: unknown) => {
      requests.push(request);
      return Promise.resolve({ mediaType: 'image/webp', content: Buffer.from('ABC') });
    };
    const ctx = { clients: { files: { getLogo } } } as unknown as ServiceContext;
    const logos = new PrintedLogos();
    expect(await logos.logoOf('t1', {}, ctx)).toBe('');
    expect(await logos.logoOf('t1', YELLOW, ctx)).toBe(PICTURE);
    expect(await logos.logoOf('t1', YELLOW, ctx)).toBe(PICTURE);
    expect(requests).toEqual([{ tenantId: 't1', fileId: 'a1' }]);
  });

  it('that is no longer there leaves the name', async () => {
    const getLogo = () => Promise.resolve({ mediaType: '', content: Buffer.alloc(0) });
    const ctx = { clients: { files: { getLogo } } } as unknown as ServiceContext;
    expect(await new PrintedLogos().logoOf('t1', YELLOW, ctx)).toBe('');
  });
});
