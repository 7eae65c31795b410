import { join } from 'node:path';
import { Templates } from '@coulisse/template-server';
import { inOwnLook } from './features/messages/own-look';
import { PrintedLogos } from './features/messages/printed-logos';
import { servedVoucherTemplates } from './features/messages/served-voucher-templates';
import { servedSaleTemplates } from './features/messages/served-sale-templates';
import { servedWaitingTemplates } from './features/waiting-list/waiting-templates';
import { CURRENCY } from './features/sale/sale.domain';
import en from '../templates/texts.en.json';
import fr from '../templates/texts.fr.json';

/**
 * The templates of the service, with the product's own ones read from their files. This file is beside `main.ts`, so that
 * the folder is found from the bundle too.
 */
export const saleTemplates = (logos = new PrintedLogos()): Templates =>
  new Templates({
    folder: join(__dirname, '../templates'),
    templates: [...servedSaleTemplates, ...servedVoucherTemplates, ...servedWaitingTemplates],
    texts: { fr, en },
    inOwnLook: inOwnLook(logos),
    regionOf: ({ zone }) => Promise.resolve({ zone, currency: CURRENCY }),
  });
