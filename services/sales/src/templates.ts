import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { servedTemplate, Templates } from '@coulisse/template-server';
import en from '../templates/texts.en.json';
import fr from '../templates/texts.fr.json';
import { billMail, billPdf, quoteMail, quotePdf } from './features/sending/document-keywords';
import { inOwnLook } from './features/sending/own-look';
import { readDocument } from './features/sending/read-document';
import { sampleDocument } from './features/sending/sample-document';

/** Beside `src` and `dist`; a bundle of several services, such as that of the API documents, is elsewhere. */
function templateFolder(): string {
  const beside = join(__dirname, '..', 'templates');
  if (existsSync(join(beside, `${quotePdf.name}.fr.hbs`))) return beside;
  return join(dirname(createRequire(__filename).resolve('@coulisse/sales/package.json')), 'templates');
}

const SAMPLE_MESSAGE = { fr: 'Bonjour, voici notre proposition.', en: 'Hello, here is our offer.' };

function make(ctx: ServiceContext): Templates {
  const reads = (resource: 'sales.quote' | 'sales.bill') => async (tx: Tx, actor: Actor, id: string) =>
    (await readDocument(ctx, tx, actor, resource, id)).data;
  const [ofQuote, ofBill] = [reads('sales.quote'), reads('sales.bill')];
  const mailed = (read: typeof ofQuote) => async (tx: Tx, actor: Actor, id: string) => ({
    ...(await read(tx, actor, id)),
    message: null,
  });
  const sample = sampleDocument;
  const mailSample = (locale: 'fr' | 'en') => ({ ...sample(locale), message: SAMPLE_MESSAGE[locale] });
  return new Templates({
    folder: templateFolder(),
    texts: { fr, en },
    inOwnLook,
    templates: [
      servedTemplate({ kind: quotePdf, sample, dataOf: ofQuote }),
      servedTemplate({ kind: quoteMail, sample: mailSample, dataOf: mailed(ofQuote) }),
      servedTemplate({ kind: billPdf, sample, dataOf: ofBill }),
      servedTemplate({ kind: billMail, sample: mailSample, dataOf: mailed(ofBill) }),
    ],
  });
}

const templates = new WeakMap<ServiceContext, Templates>();
/** The templates of quotes and bills and of their mails. */
export function templatesOf(ctx: ServiceContext): Templates {
  const cached = templates.get(ctx) ?? make(ctx);
  templates.set(ctx, cached);
  return cached;
}
