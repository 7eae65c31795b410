import type { PrimeReactPTOptions } from 'primereact/api';
import type { MenuAction } from '../overlays/menu-section';

/** Attributes of the parts of PrimeReact's unstyled widgets: our classes, whose values come from `styles/tokens.css`. */
export const PRESET: PrimeReactPTOptions = {
  calendar: {
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
  },
  autocomplete: {
    root: { className: 'c-picker' },
    input: { root: { className: 'c-input' } },
    container: { className: 'c-input c-picker-tokens' },
    token: { className: 'c-picker-token' },
    tokenLabel: { className: 'c-picker-token-label' },
    inputToken: { className: 'c-picker-typing' },
    dropdownButton: { root: { className: 'c-picker-open' } },
    panel: { className: 'c-picker-panel' },
    list: { className: 'c-picker-list' },
    item: { className: 'c-menu-item' },
    emptyMessage: { className: 'c-picker-empty' },
  },
  menu: {
    menu: { className: 'c-menu-list' },
    submenuHeader: { className: 'c-menu-title' },
    separator: { className: 'c-menu-rule' },
    menuitem: (options) => {
      const { checked, disabled } = options?.context.item.data as MenuAction;
      return {
        className: 'c-menu-entry',
        role: checked === undefined ? 'menuitem' : 'menuitemradio',
        'aria-checked': checked,
        'aria-disabled': disabled || undefined,
        // The name comes from the contents, which include the hint.
        'aria-label': undefined,
        // PrimeReact skips disabled items; ours stay in reach, so that the reason can be read.
        onClickCapture: disabled ? (event) => event.stopPropagation() : undefined,
      };
    },
    // The transition of our design tokens is in the style sheet; nothing waits for its end.
    transition: { timeout: 0 },
  },
  overlaypanel: {
    root: { className: 'c-menu-sheet' },
    transition: { timeout: 0 },
  },
};
