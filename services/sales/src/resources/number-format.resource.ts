import { numberFormats } from '@coulisse/resource';
import { AVOIR_SERIES } from './avoir.resource';
import { BILL_SERIES, PROFORMA_SERIES } from './bill.resource';
import { QUOTE_SERIES } from './quote.resource';

/** The formats that a tenant sets for the numbers of its documents. */
export const numberFormat = numberFormats('sales', [
  { numbering: QUOTE_SERIES, fr: 'Devis', en: 'Quotes' },
  { numbering: BILL_SERIES, fr: 'Factures', en: 'Bills' },
  { numbering: PROFORMA_SERIES, fr: 'Factures proforma', en: 'Proforma bills' },
  { numbering: AVOIR_SERIES, fr: 'Avoirs', en: 'Credit notes' },
]);
