import { CreditCard, FileText, Mail, Table2 } from 'lucide-react';
import type { CoulisseModule, MenuGroup, ResourceDescriptor } from '@coulisse/mfe-kit';
import { resourceScreens, screenPath } from '@coulisse/mfe-kit';
import { resourceRoutes } from '@coulisse/resource-ui';
import type { Language } from '@coulisse/ui-kit';

/** Place in the rail of what no module has put anywhere: after the domains, before the administration. */
const ORDER = 800;

/** Of services whose records nobody shows in a way of their own. */
const ICONS: Readonly<Record<string, typeof Table2>> = {
  payments: CreditCard,
  documents: FileText,
  notifications: Mail,
};

const pathOf = (resource: ResourceDescriptor): string => screenPath(resource).replace(/^\//, '');

/**
 * Screens and menu of the resources that no module shows: a resource that a service has just declared is used at once,
 * before anybody writes a line for it here. A module that shows it later takes it over.
 */
export function describedModule(
  resources: readonly ResourceDescriptor[],
  modules: readonly CoulisseModule[],
  language: Language,
): CoulisseModule {
  const alone = resources.filter(
    (resource) => resource.may.read && !resource.variantOf && !resourceScreens(modules, resource),
  );
  const services = [...new Set(alone.map(({ name }) => name.split('.')[0] ?? ''))];
  const menu = services.map((service): MenuGroup => ({
    group: `menu.${service}`,
    order: ORDER,
    items: alone
      .filter(({ name }) => name.startsWith(`${service}.`))
      // A text that is no key stands for itself.
      .map((resource) => ({
        path: pathOf(resource),
        label: resource.plural[language],
        icon: ICONS[service] ?? Table2,
      })),
  }));
  return {
    name: 'shell',
    menu,
    routes: alone.flatMap((resource) => resourceRoutes(resource.name, pathOf(resource))),
    locales: { fr: {}, en: {} },
  };
}
