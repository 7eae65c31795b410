import { useState } from 'react';
import { datesOf, weekdayOf, type Weekday } from './repetition';

export interface Repetition {
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  weekdays: ReadonlySet<Weekday>;
  toggleWeekday: (weekday: Weekday) => void;
  until: string;
  setUntil: (until: string) => void;
  /** Every date of the rule, the first one included; empty without a first date. */
  dates: readonly string[];
  /** Dates that are left out. */
  isLeftOut: (day: string) => boolean;
  toggleDate: (day: string) => void;
  /** What is to be created. */
  chosen: readonly string[];
}

/** Dates on which a performance that begins on `first` is repeated. */
export function useRepetition(first: string): Repetition {
  const [isOn, setOn] = useState(false);
  /** Null: the weekday of the first date. */
  const [weekdays, setWeekdays] = useState<ReadonlySet<Weekday> | null>(null);
  const [until, setUntil] = useState('');
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const days: ReadonlySet<Weekday> = weekdays ?? new Set(first ? [weekdayOf(first)] : []);
  const toggled = <Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> => {
    const next = new Set(set);
    if (!next.delete(value)) next.add(value);
    return next;
  };
  const dates = first === '' ? [] : isOn ? datesOf(first, days, until || first) : [first];
  return {
    isOn,
    setOn,
    weekdays: days,
    toggleWeekday: (weekday) => setWeekdays(toggled(days, weekday)),
    until,
    setUntil,
    dates,
    isLeftOut: (day) => leftOut.has(day),
    toggleDate: (day) => setLeftOut(toggled(leftOut, day)),
    chosen: dates.filter((day) => !leftOut.has(day)),
  };
}
