import { ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { usePhone } from './use-media';

/**
 * The actions of a module on the page of a record. On a phone, the bar at the bottom has room for the main one: the
 * others stand above it, each on its line with why it is not possible, once the menu is opened.
 */
export const PartActions = ({ children }: { children: ReactNode }) => {
  const text = useResourceText();
  const phone = usePhone();
  const [isOpen, setOpen] = useState(false);
  return (
    <span
      className="r-part-actions"
      data-open={isOpen || undefined}
      onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && setOpen(false)}
    >
      {children}
      {phone && (
        <Button
          className="r-part-toggle"
          aria-expanded={isOpen}
          icon={<ChevronUp className="c-icon" aria-hidden />}
          data-testid="part-actions"
          onClick={() => setOpen(!isOpen)}
        >
          {text('record.actions')}
        </Button>
      )}
    </span>
  );
};
