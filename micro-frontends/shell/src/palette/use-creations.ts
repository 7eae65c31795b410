import { resourceScreens, useModules, useResources } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';

export interface Creation {
  path: string;
  label: string;
}

/** What this person may create, of what is shown by a module that is here. */
export const useCreations = (): Creation[] => {
  const modules = useModules();
  const language = useLanguage();
  return useResources().flatMap((descriptor) => {
    const screens = descriptor.may.create ? resourceScreens(modules, descriptor) : null;
    return screens ? [{ path: screens.add, label: descriptor.new[language] }] : [];
  });
};
