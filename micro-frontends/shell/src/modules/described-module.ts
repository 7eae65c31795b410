import { CreditCard, FileText, Mail, ReceiptText, Table2 } from 'lucide-react';
import {
  type CoulisseModule,
  type MenuGroup,
  type ResourceDescriptor,
  resourceScreens,
  screenPath,
} from '@coulisse/mfe-kit';
import type { Language } from '@coulisse/ui-kit';
import { resourceRoutes } from '@coulisse/resource-ui';

/** Position of the generated groups in the rail: after the domains, before the administration. */
const ORDER = 800;

/** Icons of services without a module. */
const ICONS: Readonly<Record<string, typeof Table2>> = {
  payments: CreditCard,
  sales: ReceiptText,
  documents: FileText,
  notifications: Mail,
};

const pathOf = (resource: ResourceDescriptor): string => screenPath(resource).replace(/^\//, '');

/**
 * Screens and menu of the resources that no module shows, so that a newly declared resource can be used without any
 * code here. A module that shows it later replaces them.
 */
export function describedModule(
  resources: readonly ResourceDescriptor[],
  modules: readonly CoulisseModule[],
  language: Language,
): CoulisseModule {
  const unclaimed = resources.filter(
    (resource) => resource.may.read && !resource.variantOf && !resourceScreens(modules, resource),
  );
  const services = [...new Set(unclaimed.map(({ name }) => name.split('.')[0] ?? ''))];
  const menu = services.map((service): MenuGroup => ({
    group: `menu.${service}`,
    order: ORDER,
    items: unclaimed
      .filter(({ name }) => name.startsWith(`${service}.`))
      // The label is not a text key, so it is shown as it is.
      .map((resource) => ({
        path: pathOf(resource),
        label: resource.plural[language],
        icon: ICONS[service] ?? Table2,
      })),
  }));
  return {
    name: 'shell',
    menu,
    routes: unclaimed.flatMap((resource) => resourceRoutes(resource.name, pathOf(resource))),
    locales: { fr: {}, en: {} },
  };
}
