import {
  Banknote,
  CreditCard,
  FileMinus,
  FilePen,
  FileText,
  Hash,
  NotebookTabs,
  Package,
  Percent,
  ReceiptText,
  Ruler,
  SlidersHorizontal,
} from 'lucide-react';
import { defineModule, type MenuItem } from '@coulisse/mfe-kit';
import { resourceRoutes, templateRoutes } from '@coulisse/resource-ui';
import { SALE_TEMPLATES } from './api-paths';
import { avoir, bill, payment, quote } from './documents';
import en from './locales/en.json';
import fr from './locales/fr.json';
import './sales.css';

/** Screens of each resource, by the path of its list. */
const PATHS = {
  'sales.quote': 'sale/quotes',
  'sales.bill': 'sale/bills',
  'sales.avoir': 'sale/avoirs',
  'payments.manual-payment': 'sale/manual-payments',
  'payments.bank-settings': 'sale/bank-settings',
  'sales.product': 'sale/products',
  'sales.settings': 'sale/settings',
  'sales.vat': 'sale/vats',
  'sales.unit': 'sale/units',
  'sales.accounting-code': 'sale/accounting-codes',
  'sales.number-format': 'sale/number-formats',
} as const;
type Name = keyof typeof PATHS;

const item = (name: Name, label: string, icon: MenuItem['icon']): MenuItem => ({
  path: PATHS[name],
  label,
  icon,
  right: `${name}.read`,
});

export default defineModule({
  name: 'sales',
  menu: [
    {
      group: 'menu.group',
      order: 300,
      items: [
        item('sales.quote', 'menu.quotes', FilePen),
        item('sales.bill', 'menu.bills', ReceiptText),
        item('sales.avoir', 'menu.avoirs', FileMinus),
        item('payments.manual-payment', 'menu.payments', Banknote),
        item('sales.product', 'menu.products', Package),
      ],
    },
    {
      group: 'menu.settings',
      // Lists that are configured once: before the administration, after the domains.
      order: 860,
      items: [
        item('sales.settings', 'menu.seller', SlidersHorizontal),
        item('payments.bank-settings', 'menu.cardPayment', CreditCard),
        { path: 'sale/templates', label: 'menu.templates', icon: FileText, right: 'sales.template.read' },
        item('sales.number-format', 'menu.numberFormats', Hash),
        item('sales.vat', 'menu.vats', Percent),
        item('sales.unit', 'menu.units', Ruler),
        item('sales.accounting-code', 'menu.accountingCodes', NotebookTabs),
      ],
    },
  ],
  routes: [
    ...templateRoutes({
      path: 'sale/templates',
      api: SALE_TEMPLATES,
      rights: 'sales.template',
      resource: (kind) => (kind.startsWith('sales.bill') ? 'sales.bill' : 'sales.quote'),
    }),
    ...Object.entries(PATHS).flatMap(([name, path]) => resourceRoutes(name, path)),
  ],
  resources: {
    'sales.quote': quote,
    'sales.bill': bill,
    'sales.avoir': avoir,
    'payments.manual-payment': payment,
    // Its own path is that of its service.
    'sales.number-format': { path: PATHS['sales.number-format'] },
  },
  locales: { fr, en },
});
