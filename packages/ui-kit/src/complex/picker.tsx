import { Suspense } from 'react';
import { loadOnce, onDemand } from '../parts/on-demand';
import type { DatePickerProps } from './prime-date-picker';
import type { MultiPickerProps, PickerProps } from './prime-pickers';

/**
 * Loads what the pickers below are made of: PrimeReact's widgets, 50 kB compressed. Who moves the focus into one when it
 * opens waits for this first.
 */
export const loadPickers = loadOnce(async () => {
  const [{ DatePicker }, { Picker, MultiPicker }] = await Promise.all([
    import('./prime-date-picker'),
    import('./prime-pickers'),
  ]);
  return { DatePicker, Picker, MultiPicker };
});

const LaterDatePicker = onDemand(async () => (await loadPickers()).DatePicker);
const LaterPicker = onDemand(async () => (await loadPickers()).Picker);
const LaterMultiPicker = onDemand(async () => (await loadPickers()).MultiPicker);

/** The place of a picker, so that nothing moves when it is there. */
const Place = () => <span className="c-input c-picker-place" aria-hidden />;

/** A date, typed (`12/12/2026`) or chosen in a calendar. */
export const DatePicker = (props: DatePickerProps) => (
  <Suspense fallback={<Place />}>
    <LaterDatePicker {...props} />
  </Suspense>
);

/** Selects one record by typing. Text that was typed but not selected is discarded. */
export const Picker = (props: PickerProps) => (
  <Suspense fallback={<Place />}>
    <LaterPicker {...props} />
  </Suspense>
);

/** Selects several records, in the order of selection. */
export const MultiPicker = (props: MultiPickerProps) => (
  <Suspense fallback={<Place />}>
    <LaterMultiPicker {...props} />
  </Suspense>
);
