import type { DataOf, KeywordTree, TemplateKind } from '@coulisse/templates';
import { saleTemplates } from '../../templates';
import { sampleVoucher } from './sample-voucher';
import {
  buyerMailData,
  voucherMailData,
  voucherPaymentLinkData,
  voucherPdfData,
  voucherRefundData,
} from './voucher-data';
import {
  voucherGiftMail,
  voucherMail,
  voucherPdf,
  voucherRefundMail,
  voucherPaymentLinkMail,
  voucherReminderMail,
} from './voucher-template-kinds';

const templates = saleTemplates();
const region = { zone: 'Europe/Paris', currency: 'EUR' };
const words = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const places = { theatreUrl: 'https://t.test/app/theatres/lumiere', pageUrl: 'https://t.test/app/v#k' };

async function mail<T extends KeywordTree>(
  kind: TemplateKind<T>,
  data: DataOf<T>,
  locale: 'fr' | 'en' = 'fr',
) {
  const loaded = await templates.compiledOf(kind, locale, templates.defaultOf(kind.name, locale), region);
  const { subject, html, text } = await templates.renderMail(loaded, data);
  return { subject: words(subject), html, text: words(text) };
}
async function page(voucher: ReturnType<typeof sampleVoucher>, key = 'KEY1-KEY2') {
  const { language } = voucher;
  const source = templates.defaultOf(voucherPdf.name, language);
  const loaded = await templates.compiledOf(voucherPdf, language, source, region);
  const { html, places: contents } = templates.renderPage(loaded, voucherPdfData(voucher, key));
  return { html: words(html), values: contents.map(({ value }) => value) };
}

it('prints what a voucher is worth, its last day, its message, its code and its key', async () => {
  const { html, values } = await page(sampleVoucher('fr'));
  for (const piece of ['Bon cadeau', '120,00 €', '26 novembre 2027', 'Alix Bernard', 'Joyeux anniversaire'])
    expect(html).toContain(piece);
  expect(values).toEqual(['B-7K3M-9QX4', 'KEY1-KEY2', 'B-7K3M-9QX4 KEY1-KEY2']);
  const english = await page(sampleVoucher('en', { formula: 'Dinner & show', quantity: 2, message: '' }));
  expect(english.html).toContain('Dinner &amp; show × 2');
  expect(english.html).toContain('26 November 2027');
});

it('never has the key outside the places that are stamped, and in no mail', async () => {
  const { html } = await page(sampleVoucher('fr'), 'SECR-ETSE');
  expect(html).not.toContain('SECR-ETSE');
  const { text } = await mail(voucherMail, buyerMailData(sampleVoucher('fr'), places));
  expect(text).toContain('B-7K3M-9QX4');
});

it('escapes what people wrote', async () => {
  const rude = sampleVoucher('fr', {
    message: '<script>alert(1)</script>',
    beneficiaryName: 'A & <b>B</b>',
    buyerName: '"><img src=x>',
  });
  expect((await page(rude)).html).not.toContain('<script>');
  const { html, subject } = await mail(voucherGiftMail, voucherMailData(rude, places));
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<img src=x>');
  expect(subject).toContain('"><img src=x>');
});

it('goes to its buyer with the link of its page, and to its recipient without', async () => {
  const toBuyer = await mail(voucherMail, buyerMailData(sampleVoucher('fr'), places));
  expect(toBuyer.subject).toBe('Votre bon cadeau B-7K3M-9QX4');
  expect(toBuyer.text).toContain('126,00 €');
  expect(toBuyer.text).toContain('par la poste');
  expect(toBuyer.html).toContain('https://t.test/app/v#k');
  const gift = await mail(voucherGiftMail, voucherMailData(sampleVoucher('en'), places), 'en');
  expect(gift.subject).toBe('Zoé Martin has a gift for you');
  expect(gift.html).not.toContain('app/v#k');
  expect(gift.text).toContain('Happy birthday!');
});

it('leads who bought at the desk to the payment, until its last day', async () => {
  const { subject, text, html } = await mail(
    voucherPaymentLinkMail,
    voucherPaymentLinkData(sampleVoucher('fr', { state: 'DRAFT', validityDate: '' }), places),
  );
  expect(subject).toBe('Bon cadeau : 126,00 € à payer');
  expect(text).toContain('10 décembre 2026');
  expect(html).toContain('https://t.test/app/v#k');
  expect(text).not.toContain('B-7K3M-9QX4');
});

it('reminds of what is left, and of the last day', async () => {
  const { text } = await mail(
    voucherReminderMail,
    voucherMailData(sampleVoucher('fr', { balanceMinor: 4200 }), places),
  );
  expect(text).toContain('Il reste 42,00 €');
  expect(text).toContain('26 novembre 2027');
});

it.each([
  ['CANCELLED', false, 'est annulé'],
  ['CHARGED_TWICE', false, 'deux paiements'],
  ['WRONG_AMOUNT', false, 'ne correspond pas'],
  ['PAID_AFTER_CANCELLATION', false, 'trop tard'],
  ['', true, 'Nous avons remboursé 126,00 €'],
])('says why a payment comes back: %s', async (reason, isDone, piece) => {
  const refund = { amountMinor: 12_600, reason, isDone };
  const { text } = await mail(voucherRefundMail, voucherRefundData(sampleVoucher('fr'), places, refund));
  expect(text).toContain(piece);
  expect(text).toContain('126,00 €');
});

it('announces no refund of a voucher that the theatre had given', async () => {
  const refund = { amountMinor: 0, reason: 'CANCELLED', isDone: false };
  const { text } = await mail(voucherRefundMail, voucherRefundData(sampleVoucher('fr'), places, refund));
  expect(text).not.toContain('0,00');
});
