import '../styles/complex.css';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { Calendar } from 'primereact/calendar';
import { useEffect, useRef } from 'react';
import type { FieldControl } from '../parts/field';
import { useLanguage } from '../parts/use-ui-text';
import { Prime } from '../prime/prime';
import { fromDate, toDate } from './dates';

export interface DatePickerProps {
  /** 'YYYY-MM-DD', or an instant with `withTime`. */
  value: string | null;
  onChange: (value: string | null) => void;
  withTime?: boolean;
  /** First and last day that can be chosen, 'YYYY-MM-DD'. */
  min?: string;
  max?: string;
  control: FieldControl;
  disabled?: boolean;
}

/** Typed (`12/12/2026`) or chosen in a calendar. */
export const DatePicker = ({ value, onChange, withTime, min, max, control, disabled }: DatePickerProps) => {
  const layer = useRef<HTMLDivElement>(null);
  // The calendar opens in the top layer: no dialog or scrolling box clips it.
  const isRaised = useRef(false);
  const raise = () => {
    if (isRaised.current) return;
    isRaised.current = true;
    layer.current?.showPopover();
  };
  useEffect(() => {
    // Escape closes the calendar, and not the dialog around it.
    const keepDialog = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && layer.current?.hasChildNodes()) event.preventDefault();
    };
    document.addEventListener('keydown', keepDialog, true);
    return () => document.removeEventListener('keydown', keepDialog, true);
  }, []);
  // When it positions its panel, PrimeReact hides it for a moment, and the day that it has focused loses the focus.
  const focusDay = () => {
    if (document.activeElement === document.body)
      layer.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
  return (
    <span onClickCapture={raise} onKeyDownCapture={raise}>
      <Prime>
        <Calendar
          inputId={control.id}
          minDate={min ? toDate(min) : undefined}
          maxDate={max ? toDate(max) : undefined}
          aria-describedby={control['aria-describedby']}
          invalid={control['aria-invalid']}
          locale={useLanguage()}
          dateFormat="dd/mm/yy"
          value={value ? toDate(value, withTime) : null}
          onChange={(event) => onChange(event.value ? fromDate(event.value, withTime) : null)}
          showIcon
          // Opening on focus would take the focus from the input; the icon and the Down arrow open the calendar.
          showOnFocus={false}
          showTime={withTime}
          hourFormat="24"
          disabled={disabled}
          onShow={focusDay}
          appendTo={() => layer.current ?? document.body}
          icon={<CalendarDays className="c-icon" aria-hidden />}
          prevIcon={<ChevronLeft className="c-icon" aria-hidden />}
          nextIcon={<ChevronRight className="c-icon" aria-hidden />}
        />
      </Prime>
      <div ref={layer} popover="manual" className="c-layer" />
    </span>
  );
};
