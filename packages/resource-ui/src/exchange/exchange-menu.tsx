import { ChevronDown, Download, Upload } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { Button, Menu } from '@coulisse/ui-kit';
import { useResourceText } from '../locales';

interface ExchangeMenuProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  /** Opens the choice of what goes into a file; null where this person may not export. */
  onExport: (() => void) | null;
}

/** Address of the import of a resource; null where this person may not import, or nobody shows that page. */
export const importPathOf = (descriptor: ResourceDescriptor, screens: ResourceScreens): string | null =>
  descriptor.may.import ? screens.import : null;

/** Files out of a list and into it, as far as this person may. */
export const ExchangeMenu = ({ descriptor, screens, onExport }: ExchangeMenuProps) => {
  const text = useResourceText();
  const navigate = useNavigate();
  const importPath = importPathOf(descriptor, screens);
  if (onExport && importPath)
    return (
      <Menu
        label={text('exchange.menu')}
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
      >
        {(close) => (
          <>
            <button
              type="button"
              className="c-menu-item"
              data-testid="list-export"
              onClick={() => {
                close();
                onExport();
              }}
            >
              <Download className="c-icon" aria-hidden />
              {text('exchange.export')}
            </button>
            <Link className="c-menu-item" to={importPath} data-testid="list-import" onClick={close}>
              <Upload className="c-icon" aria-hidden />
              {text('exchange.import')}
            </Link>
          </>
        )}
      </Menu>
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
