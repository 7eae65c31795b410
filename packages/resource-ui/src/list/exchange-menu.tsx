import { ChevronDown, Download, Upload } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';
import { Menu } from '@coulisse/ui-kit/complex';
import { useResourceText } from '@coulisse/resource-client';

interface ExchangeMenuProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  /** Opens the export dialog; null when the user may not export. */
  onExport: (() => void) | null;
}

/** Path of the import page of a resource; null when the user may not import, or when no module shows that page. */
export const importPathOf = (descriptor: ResourceDescriptor, screens: ResourceScreens): string | null =>
  descriptor.may.import ? screens.import : null;

/** Menu with the export and import of a list, as far as the user has the rights. */
export const ExchangeMenu = ({ descriptor, screens, onExport }: ExchangeMenuProps) => {
  const text = useResourceText();
  const navigate = useNavigate();
  const importPath = importPathOf(descriptor, screens);
  if (onExport && importPath)
    return (
      <Menu
        label={text('exchange.menu')}
        sections={[
          {
            key: 'exchange',
            actions: [
              {
                key: 'export',
                label: text('exchange.export'),
                icon: <Download className="c-icon" aria-hidden />,
                testId: 'list-export',
                onSelect: onExport,
              },
              {
                key: 'import',
                label: text('exchange.import'),
                icon: <Upload className="c-icon" aria-hidden />,
                testId: 'list-import',
                to: importPath,
              },
            ],
          },
        ]}
        trigger={(trigger) => (
          <Button
            className="r-exchange"
            aria-label={text('exchange.menu')}
            title={text('exchange.menu')}
            icon={<Download aria-hidden />}
            data-testid="list-exchange"
            {...trigger}
          >
            <span>{text('list.export')}</span>
            <ChevronDown aria-hidden />
          </Button>
        )}
      />
    );
  if (onExport)
    return (
      <Button
        className="r-exchange"
        aria-label={text('list.export')}
        icon={<Download aria-hidden />}
        data-testid="list-export"
        onClick={onExport}
      >
        <span>{text('list.export')}</span>
      </Button>
    );
  return (
    importPath && (
      <Button
        className="r-exchange"
        aria-label={text('list.import')}
        icon={<Upload aria-hidden />}
        data-testid="list-import"
        onClick={() => void navigate(importPath)}
      >
        <span>{text('list.import')}</span>
      </Button>
    )
  );
};
