import { useTranslation } from 'react-i18next';
import { useMay } from '@coulisse/mfe-kit';
import { useRemotes } from '../modules/remotes-context';
import { menuGroups, type OpenGroup } from './menu-groups';

export const useMenu = (): OpenGroup[] => {
  const { modules } = useRemotes();
  const { t } = useTranslation();
  return menuGroups(modules, useMay(), (module, key) => t(key, { ns: module }));
};
