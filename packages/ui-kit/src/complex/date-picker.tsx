import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { Calendar, type CalendarPassThroughOptions } from 'primereact/calendar';
import type { FieldControl } from '../parts/field';
import { useLanguage } from '../parts/use-ui-text';
import { fromDate, toDate } from './dates';
import { preparePrime } from './prime';

preparePrime();

const CLASSES: CalendarPassThroughOptions = {
  root: { className: 'c-date' },
  input: { root: { className: 'c-input' } },
  dropdownButton: { root: { className: 'c-date-open', tabIndex: -1 } },
  panel: { className: 'c-date-panel' },
  header: { className: 'c-date-head' },
  title: { className: 'c-date-title' },
  monthTitle: { className: 'c-date-month' },
  yearTitle: { className: 'c-date-month' },
  previousButton: { className: 'c-date-step' },
  nextButton: { className: 'c-date-step' },
  table: { className: 'c-date-table' },
  day: { className: 'c-date-slot' },
  dayLabel: { className: 'c-date-day' },
  month: { className: 'c-date-cell' },
  year: { className: 'c-date-cell' },
  monthPicker: { className: 'c-date-grid' },
  yearPicker: { className: 'c-date-grid' },
  timePicker: { className: 'c-date-time' },
  separatorContainer: { className: 'c-date-colon' },
  hourPicker: { className: 'c-date-unit' },
  minutePicker: { className: 'c-date-unit' },
  incrementButton: { className: 'c-date-step' },
  decrementButton: { className: 'c-date-step' },
};

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
  <Calendar
    unstyled
    pt={CLASSES}
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
);
