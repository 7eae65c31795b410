import { Activity, Building2, Cog, KeyRound, MailWarning, UserCog } from 'lucide-react';
import { lazy } from 'react';
import { defineModule } from '@coulisse/mfe-kit';
import { resourceRoutes } from '@coulisse/resource-ui';
import { Administrators } from './administrators/administrators';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { GrantChanges } from './roles/grant-changes';
import { RightsSection } from './roles/rights-section';
import { ResetPassword } from './users/reset-password';
import { UserCreated } from './users/user-created';
import './admin.css';

const FailuresScreen = lazy(() => import('./failures/failures-screen'));
const JobsScreen = lazy(() => import('./work/jobs-screen'));
const OperationsScreen = lazy(() => import('./operations/operations-screen'));
const SchedulesScreen = lazy(() => import('./work/schedules-screen'));

export default defineModule({
  name: 'admin',
  menu: [
    {
      group: 'menu.group',
      order: 900,
      items: [
        {
          path: 'core/saas-customers',
          label: 'menu.customers',
          icon: Building2,
          right: 'identity.saas-customer.read',
        },
        { path: 'core/users', label: 'menu.users', icon: UserCog, right: 'identity.user.read' },
        { path: 'core/entities', label: 'menu.entities', icon: Building2, right: 'identity.entity.read' },
        { path: 'core/roles', label: 'menu.roles', icon: KeyRound, right: 'identity.role.read' },
        {
          path: 'core/failed-deliveries',
          label: 'menu.failures',
          icon: MailWarning,
          right: 'core.failed-delivery.read',
        },
        {
          path: 'core/background-jobs',
          label: 'menu.jobs',
          icon: Cog,
          right: 'core.failed-delivery.read',
        },
        { path: 'operations', label: 'menu.operations', icon: Activity, right: 'core.operations.read' },
      ],
    },
  ],
  routes: [
    ...resourceRoutes('identity.saas-customer', 'core/saas-customers'),
    ...resourceRoutes('identity.user', 'core/users'),
    ...resourceRoutes('identity.role', 'core/roles'),
    ...resourceRoutes('identity.entity', 'core/entities'),
    { path: 'core/failed-deliveries', element: <FailuresScreen /> },
    { path: 'core/background-jobs', element: <JobsScreen /> },
    { path: 'core/background-jobs/schedules', element: <SchedulesScreen /> },
    { path: 'operations', element: <OperationsScreen /> },
  ],
  resources: {
    'identity.saas-customer': {
      list: { second: { name: ['slug'] } },
      record: { extra: Administrators },
      form: {
        sections: [
          { fields: ['name', 'slug', 'prefix', 'email', 'telephone'] },
          { title: 'section.address', fields: ['addressLines', 'zipCode', 'city', 'country', 'timeZone'] },
          { title: 'section.contract', fields: ['siret', 'vatRegime', 'contractStart', 'contractEnd'] },
        ],
        initial: { country: 'FR' },
      },
    },
    'identity.role': {
      // Rights are changed in their own section, by name; a code is nobody's to read.
      visible: (field) => field !== 'grants' && field !== 'code',
      record: { extra: RightsSection, changes: { grants: GrantChanges } },
    },
    'identity.user': {
      list: { second: { displayName: ['email'] } },
      record: {
        sections: [
          {
            fields: [
              'firstName',
              'lastName',
              'email',
              'role',
              'manager',
              'softwareLanguage',
              'enabled',
              'access',
              'color',
              'cost',
            ],
          },
        ],
        actions: ResetPassword,
      },
      form: {
        right: 'identity.user.create',
        sections: [{ fields: ['firstName', 'lastName', 'email', 'role', 'manager', 'softwareLanguage'] }],
        created: UserCreated,
      },
    },
  },
  locales: { fr, en },
});
