import {
  Award,
  BookUser,
  CircleDot,
  CopyCheck,
  Landmark,
  NotebookPen,
  Radio,
  Signature,
  Tag,
  Tags,
  Target,
  Users,
  UsersRound,
} from 'lucide-react';
import { lazy } from 'react';
import { defineModule, type MenuItem } from '@coulisse/mfe-kit';
import { onDemand } from '@coulisse/ui-kit';
import { resourceRoutes } from '@coulisse/resource-ui';
import { contact } from './contacts/overrides';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { note } from './notes/overrides';
import { ScaleLink } from './scales/scale-link';
import { particular, society, supplier, tiers } from './third-parties/overrides';
import './crm.css';

const Scale = onDemand(async () => (await import('./scales/scale')).Scale);
const Duplicates = lazy(() => import('./duplicates/duplicates'));
const MergeScreen = lazy(() => import('./duplicates/merge'));
const EmployeeInformations = lazy(() => import('./third-parties/employee-informations'));

/** Screens of each resource, by the path of its list. */
const PATHS = {
  'crm.tiers': 'crm/tiers',
  'crm.society': 'crm/societies',
  'crm.particular': 'crm/particulars',
  'crm.supplier': 'crm/suppliers',
  'crm.contact': 'crm/contacts',
  'crm.note': 'crm/notes',
  'crm.tiers-group': 'crm/tiers-groups',
  'crm.tiers-status': 'crm/tiers-statuses',
  'crm.loyalty-label': 'crm/loyalty-labels',
  'crm.prospect-status': 'crm/prospect-statuses',
  'crm.contact-type': 'crm/contact-types',
  'crm.civility': 'crm/civilities',
  'crm.legal-status': 'crm/legal-statuses',
  'crm.note-type': 'crm/note-types',
  'crm.channel': 'crm/channels',
} as const;
type Name = keyof typeof PATHS;

const item = (name: Name, label: string, icon: MenuItem['icon']): MenuItem => ({
  path: PATHS[name],
  label,
  icon,
  right: `${name}.read`,
});
const TIERS = 'crm.tiers.read';

export default defineModule({
  name: 'crm',
  menu: [
    {
      group: 'menu.group',
      order: 200,
      items: [
        item('crm.tiers', 'menu.tiers', Users),
        item('crm.contact', 'menu.contacts', BookUser),
        item('crm.note', 'menu.notes', NotebookPen),
        { path: 'crm/duplicates', label: 'menu.duplicates', icon: CopyCheck, right: TIERS },
      ],
    },
    {
      group: 'menu.settings',
      // Lists that are configured once: before the administration, after the domains.
      order: 850,
      items: [
        item('crm.tiers-group', 'menu.tiersGroups', UsersRound),
        item('crm.tiers-status', 'menu.tiersStatuses', CircleDot),
        item('crm.loyalty-label', 'menu.loyaltyLabels', Award),
        item('crm.prospect-status', 'menu.prospectStatuses', Target),
        item('crm.contact-type', 'menu.contactTypes', Tags),
        item('crm.civility', 'menu.civilities', Signature),
        item('crm.legal-status', 'menu.legalStatuses', Landmark),
        item('crm.note-type', 'menu.noteTypes', Tag),
        item('crm.channel', 'menu.channels', Radio),
      ],
    },
  ],
  routes: [
    { path: 'crm/duplicates', element: <Duplicates /> },
    { path: 'crm/tiers/:id/merge/:other', element: <MergeScreen /> },
    { path: 'crm/tiers/:id/employee-informations', element: <EmployeeInformations /> },
    {
      path: 'crm/loyalty-labels/scale',
      element: <Scale resource="crm.loyalty-label" from="minAmountHT" top={null} />,
    },
    {
      path: 'crm/prospect-statuses/scale',
      element: <Scale resource="crm.prospect-status" from="min" top="100" />,
    },
    ...Object.entries(PATHS).flatMap(([name, path]) => resourceRoutes(name, path)),
  ],
  resources: {
    'crm.tiers': tiers,
    'crm.society': society,
    'crm.particular': particular,
    'crm.supplier': supplier,
    'crm.contact': contact,
    'crm.note': note,
    'crm.loyalty-label': { list: { actions: ScaleLink } },
    'crm.prospect-status': { list: { actions: ScaleLink } },
  },
  locales: { fr, en },
});
