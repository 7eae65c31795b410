import { resourceScreens, useMayCreate, useModules, useResources } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';

export interface Creation {
  path: string;
  label: string;
}

/** Resources with screens that this user may create. */
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
