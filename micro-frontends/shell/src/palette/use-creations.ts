import { resourceScreens, useMayCreate, useModules, useResources } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';

export interface Creation {
  path: string;
  label: string;
}

/** What this person may create, of what is shown by a module that is here. */
export const useCreations = (): Creation[] => {
  const modules = useModules();
  const language = useLanguage();
  const mayCreate = useMayCreate();
  return useResources().flatMap((descriptor) => {
    const screens = resourceScreens(modules, descriptor);
    return screens && mayCreate(descriptor, screens)
      ? [{ path: screens.add, label: descriptor.new[language] }]
      : [];
  });
};
