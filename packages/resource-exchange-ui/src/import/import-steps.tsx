import { Check } from 'lucide-react';
import { useResourceText } from '@coulisse/resource-client';
import { openSteps, STEPS, type Step } from './import-state';
import type { ImportControl } from './use-import';

/** Shows the current step, with links to the former ones. */
export const ImportSteps = ({ control, shown }: { control: ImportControl; shown: Step }) => {
  const text = useResourceText();
  const open = openSteps(control.state);
  const now = STEPS.indexOf(shown);
  return (
    <ol className="r-steps" aria-label={text('exchange.steps')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          data-step={index === now ? 'now' : index < now ? 'done' : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          <button
            type="button"
            disabled={index === now || !open.includes(step)}
            data-testid={`import-step-${step}`}
            onClick={() => control.go(step)}
          >
            <i aria-hidden>{index < now ? <Check className="c-icon" /> : index + 1}</i>
            <span>{text(`exchange.step.${step}`)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
};
