import { useState } from 'react';
import { ApiProblem } from '@coulisse/mfe-kit';
import { Button, formatNumber, Notice, useLanguage } from '@coulisse/ui-kit';
import { fieldErrors, useProblemText, useResourceText } from '@coulisse/resource-client';
import { ColumnLine } from './column-line';
import { blockerOf, missingFields, missingKey, type Upload } from './import-state';
import { ModeChoice } from './mode-choice';
import { StepFoot } from './step-foot';
import type { StepProps } from './step-part';
import type { ImportControl } from './use-import';

/** Maps columns to fields, and chooses whether rows create or update records. */
export const ColumnsStep = (props: StepProps) =>
  props.control.state.upload && <KnownColumns {...props} upload={props.control.state.upload} />;

const KnownColumns = ({ control, upload }: StepProps & { upload: Upload }) => {
  const text = useResourceText();
  const language = useLanguage();
  const problem = useProblemText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [announcement, setAnnouncement] = useState('');
  const { plan } = control.state;
  const errors = failure instanceof ApiProblem ? fieldErrors(failure.errors) : {};
  const filled = upload.columns.filter(({ index }) => plan.mapping[index]).length;
  const blocker = blockerOf(control.state);

  const check = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await control.start(true);
    } catch (thrown) {
      setFailure(thrown);
      setBusy(false);
    }
  };
  const map = (index: number, field: string | null) => {
    const label = upload.fields.find(({ name }) => name === field)?.label;
    const former = upload.columns.find((column) => field && plan.mapping[column.index] === field);
    setAnnouncement(
      former && former.index !== index && label
        ? text('exchange.columns.moved', { field: label, column: former.header })
        : '',
    );
    setFailure(null);
    control.dispatch({ type: 'mapped', index, field });
  };
  return (
    <>
      <div className="c-card">
        <section>
          <ModeChoice upload={upload} control={control} />
        </section>
        <section>
          <h2>
            {text('exchange.columns.title')}
            <span className="c-push c-faint r-columns-count">
              {text('exchange.columns.filled', {
                filled: formatNumber(filled, language),
                total: formatNumber(upload.columns.length, language),
              })}
            </span>
          </h2>
          <Missing control={control} />
          <div className="r-map" role="table" aria-label={text('exchange.columns.title')}>
            <div role="row" className="r-map-head">
              <span role="columnheader">{text('exchange.columns.ofFile')}</span>
              <span role="columnheader">{text('exchange.columns.samples')}</span>
              <span role="columnheader">{text('exchange.columns.field')}</span>
            </div>
            {upload.columns.map((column) => (
              <ColumnLine
                key={column.index}
                column={column}
                upload={upload}
                mapping={plan.mapping}
                error={errors[`mapping/${column.index}`]}
                onMap={(field) => map(column.index, field)}
              />
            ))}
          </div>
          <p className="c-hidden" role="status">
            {announcement}
          </p>
        </section>
      </div>
      {failure !== null && (
        <Notice tone="bad">
          {problem(failure)}
          {Object.keys(errors).length > 0 && (
            <ul>
              {Object.entries(errors).map(([place, detail]) => (
                <li key={place}>{detail}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <StepFoot back={{ run: () => control.go('file') }}>
        <Button
          kind="main"
          busy={busy}
          disabledBecause={blocker ? text(`exchange.blocked.${blocker}`) : undefined}
          data-testid="import-check"
          onClick={() => void check()}
        >
          {text('exchange.check')}
        </Button>
      </StepFoot>
    </>
  );
};

/** Lists the required fields that no column is mapped to. */
const Missing = ({ control: { state } }: { control: ImportControl }) => {
  const text = useResourceText();
  const key = missingKey(state);
  const missing = missingFields(state);
  const names = new Intl.ListFormat(useLanguage()).format(missing.map(({ label }) => label));
  return (
    <div className="r-import-notices" aria-live="polite">
      {key && <Notice tone="bad">{text('exchange.missing.key', { field: key.label })}</Notice>}
      {missing.length > 0 && (
        <Notice tone={state.plan.mode === 'create' ? 'bad' : 'warn'}>
          {text(`exchange.missing.${state.plan.mode}`, { count: missing.length, names })}
        </Notice>
      )}
    </div>
  );
};
