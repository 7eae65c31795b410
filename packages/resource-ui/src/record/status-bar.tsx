import { useLayoutEffect, useRef } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { usePhone } from './use-media';

/** The states of a record. A bad final state (refused, cancelled) is shown only when the record is in it. */
export const StatusBar = ({
  descriptor,
  state,
  small,
}: {
  descriptor: ResourceDescriptor;
  state: unknown;
  small?: boolean;
}) => {
  const text = useResourceText();
  const language = useLanguage();
  const phone = usePhone();
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    // Where the states do not fit, the current one is scrolled to the middle.
    const now = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (now && list.current)
      list.current.scrollLeft = now.offsetLeft - (list.current.clientWidth - now.clientWidth) / 2;
  }, [state]);
  const { lifecycle } = descriptor;
  if (!lifecycle || typeof state !== 'string') return null;
  const steps = lifecycle.states.filter((step) => step === state || lifecycle.tones[step] !== 'bad');
  const now = steps.indexOf(state);
  // For a cancelled record, the last state it had reached is unknown.
  const ended = lifecycle.tones[state] === 'bad';
  return (
    <ol
      ref={list}
      className="r-status"
      data-small={small || undefined}
      tabIndex={phone && !small ? 0 : undefined}
      aria-label={text('record.state')}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          data-step={stepOf(index, now, ended)}
          data-tone={index === now && ended ? 'bad' : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          {lifecycle.stateLabels[step]?.[language] ?? step}
        </li>
      ))}
    </ol>
  );
};

const stepOf = (index: number, now: number, ended: boolean): 'done' | 'now' | undefined => {
  if (index === now) return 'now';
  return index < now && !ended ? 'done' : undefined;
};
