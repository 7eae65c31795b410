import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { Calendar } from 'primereact/calendar';
import type { FieldControl } from '../parts/field';
import { useLanguage } from '../parts/use-ui-text';
import { Prime } from '../prime/prime';
import { fromDate, toDate } from './dates';

export interface DatePickerProps {
  /** 'YYYY-MM-DD', or an instant with `withTime`. */
  value: string | null;
  onChange: (value: string | null) => void;
  withTime?: boolean;
  control: FieldControl;
  disabled?: boolean;
}

/** Typed (`12/12/2026`) or chosen in a calendar. */
export const DatePicker = ({ value, onChange, withTime, control, disabled }: DatePickerProps) => (
  <Prime>
    <Calendar
      inputId={control.id}
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
      appendTo="self"
      icon={<CalendarDays className="c-icon" aria-hidden />}
      prevIcon={<ChevronLeft className="c-icon" aria-hidden />}
      nextIcon={<ChevronRight className="c-icon" aria-hidden />}
    />
  </Prime>
);
