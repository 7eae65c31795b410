import { Keyboard, Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type ResourceDescriptor, type ResourceScreens, useMayCreate } from '@coulisse/mfe-kit';
import { Button, formatNumber, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '../locales';

interface ListHeadProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  total: number | null;
  onHelp: () => void;
}

export const ListHead = ({ descriptor, screens, total, onHelp }: ListHeadProps) => {
  const language = useLanguage();
  const text = useResourceText();
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const Actions = screens.overrides.list?.actions;
  return (
    <header className="r-head">
      <h1>{descriptor.plural[language]}</h1>
      {total !== null && (
        <span className="c-faint r-count" data-testid="list-total">
          {formatNumber(total, language)}
        </span>
      )}
      <span className="c-push c-actions">
        <Button
          kind="quiet"
          square
          className="r-wide-only"
          aria-label={text('list.keys')}
          icon={<Keyboard aria-hidden />}
          onClick={onHelp}
        />
        {Actions && <Actions descriptor={descriptor} />}
        {mayCreate(descriptor, screens) && (
          <Button
            kind="main"
            icon={<Plus aria-hidden />}
            data-testid="list-new"
            onClick={() => void navigate(screens.add)}
          >
            {descriptor.new[language]}
          </Button>
        )}
      </span>
    </header>
  );
};
