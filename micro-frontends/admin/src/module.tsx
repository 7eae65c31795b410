import { Building2, UserCog } from 'lucide-react';
import { defineModule } from '@coulisse/mfe-kit';
import { resourceRoutes } from '@coulisse/resource-ui';
import { Administrators } from './administrators/administrators';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { UserCreated } from './users/user-created';
import './admin.css';

export default defineModule({
  name: 'admin',
  menu: [
    {
      group: 'menu.group',
      order: 900,
      items: [
        { path: 'core/saas-customers', label: 'menu.customers', icon: Building2, right: 'identity.saas-customer.read' },
        { path: 'core/users', label: 'menu.users', icon: UserCog, right: 'identity.user.read' },
      ],
    },
  ],
  routes: [
    ...resourceRoutes('identity.saas-customer', 'core/saas-customers'),
    ...resourceRoutes('identity.user', 'core/users'),
  ],
  resources: {
    'identity.saas-customer': {
      list: { second: { name: ['slug'] } },
      record: { extra: Administrators },
    },
    'identity.user': {
      list: { tabs: 'role' },
      form: { created: UserCreated },
    },
  },
  locales: { fr, en },
});
