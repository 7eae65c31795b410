import { Keyboard, Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type ResourceDescriptor, type ResourceScreens, useMayCreate } from '@coulisse/mfe-kit';
import { Button, formatNumber, useLanguage } from '@coulisse/ui-kit';
import { type ListControl, useResourceText } from '@coulisse/resource-client';
import { ExchangeMenu } from './exchange-menu';

interface ListHeadProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
  /** Number of counted records; null while unknown. */
  total: number | null;
  onExport: (() => void) | null;
  onHelp: () => void;
}

export const ListHead = ({ descriptor, screens, list, total, onExport, onHelp }: ListHeadProps) => {
  const language = useLanguage();
  const text = useResourceText();
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const Actions = screens.overrides.list?.actions;
  return (
    <header className="r-head">
      <h1>{descriptor.plural[language]}</h1>
      {total !== null && <Count list={list} total={total} />}
      <span role="status" className="c-hidden">
        {total !== null && text('list.announce', { count: total, shown: formatNumber(total, language) })}
      </span>
      <span className="c-push c-actions">
        <Button
          kind="quiet"
          square
          className="r-wide-only"
          aria-label={text('list.keys')}
          title={text('list.keys')}
          icon={<Keyboard aria-hidden />}
          onClick={onHelp}
        />
        {Actions && <Actions descriptor={descriptor} />}
        <ExchangeMenu descriptor={descriptor} screens={screens} onExport={onExport} />
        {mayCreate(descriptor, screens) && (
          <Button
            kind="main"
            icon={<Plus aria-hidden />}
            data-testid="list-new"
            title="c"
            onClick={() => void navigate(screens.add)}
          >
            {descriptor.new[language]}
          </Button>
        )}
      </span>
    </header>
  );
};

/** The number of records; a button loads the exact number when counting stopped at a limit. */
const Count = ({ list, total }: { list: ListControl; total: number }) => {
  const text = useResourceText();
  const language = useLanguage();
  const written = formatNumber(total, language);
  if (list.exact)
    return (
      <span className="c-faint r-count" data-testid="list-total">
        {written}
      </span>
    );
  return (
    <Button
      kind="quiet"
      size="small"
      className="r-count"
      busy={list.counting}
      title={text('list.count.ask')}
      aria-label={`${written}+, ${text('list.count.ask')}`}
      data-testid="list-total"
      onClick={list.count}
    >
      {written}+
    </Button>
  );
};
