import { Keyboard, Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type ResourceDescriptor, type ResourceScreens, useMayCreate } from '@coulisse/mfe-kit';
import { Button, formatNumber, useLanguage } from '@coulisse/ui-kit';
import { ExchangeMenu } from '../exchange/exchange-menu';
import { useResourceText } from '../locales';
import type { ListControl } from './use-list';

interface ListHeadProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  list: ListControl;
  /** How many records, as far as they are counted; null while that is not known. */
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

/** A count that stopped at a bound can be asked for to the end. */
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
