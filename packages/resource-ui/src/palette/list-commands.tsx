import { Download, List, Upload } from 'lucide-react';
import {
  type PaletteAction,
  type ResourceDescriptor,
  type ResourceScreens,
  usePaletteActions,
  useScreenKeys,
} from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { type ListControl, useResourceText } from '@coulisse/resource-client';
import { importPathOf } from '../list/exchange-menu';
import { useListKeys } from '../keys/use-list-keys';
import { useOpenView } from '../views/use-view-actions';
import { ViewIcon } from '../parts-on-demand';

interface ListCommandsProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
  /** Null when the user may not export. */
  onExport: (() => void) | null;
}

/** Registers the actions of the current list in the command palette. */
export const ListCommands = ({ descriptor, screens, list, onExport }: ListCommandsProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const openView = useOpenView(list);
  const { name } = descriptor;
  const importPath = importPathOf(descriptor, screens);
  const views: PaletteAction[] = list.views.views
    .filter(({ id }) => id !== list.view?.id)
    .map((view) => ({
      key: `${name}/view/${view.id}`,
      label: text('view.palette', { name: view.name }),
      icon: view.icon ? <ViewIcon name={view.icon} /> : <List className="c-icon" aria-hidden />,
      run: () => openView(view),
    }));
  const offered: (PaletteAction | false)[] = [
    ...views,
    list.view !== null && {
      key: `${name}/view/all`,
      label: text('view.palette', { name: text('list.all') }),
      icon: <List className="c-icon" aria-hidden />,
      run: () => openView(null),
    },
    onExport !== null && {
      key: `${name}/export`,
      label: text('exchange.export'),
      icon: <Download className="c-icon" aria-hidden />,
      run: onExport,
    },
    importPath !== null && {
      key: `${name}/import`,
      label: text('exchange.import'),
      icon: <Upload className="c-icon" aria-hidden />,
      path: importPath,
    },
  ];
  useScreenKeys(useListKeys());
  usePaletteActions(
    offered.filter((action) => action !== false),
    descriptor.plural[language],
  );
  return null;
};
