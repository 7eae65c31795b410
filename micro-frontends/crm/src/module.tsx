import { Users } from 'lucide-react';
import { defineModule } from '@coulisse/mfe-kit';
import { resourceRoutes } from '@coulisse/resource-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { tiers } from './tiers';

export default defineModule({
  name: 'crm',
  menu: [
    {
      group: 'menu.group',
      order: 200,
      items: [{ path: 'crm/tiers', label: 'menu.tiers', icon: Users, right: 'crm.tiers.read' }],
    },
  ],
  routes: resourceRoutes('crm.tiers', 'crm/tiers'),
  resources: { 'crm.tiers': tiers },
  locales: { fr, en },
});
