import { Select } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { ChoiceCard, ChoiceCards } from '../choice-cards';
import { ID_COLUMN } from '../export/export-choice';
import type { Upload } from './import-state';
import type { ImportControl } from './use-import';

/** Choice of creating or also updating records, explained in full, since an import cannot be undone. */
export const ModeChoice = ({ upload, control }: { upload: Upload; control: ImportControl }) => {
  const text = useResourceText();
  const { mode, key } = control.state.plan;
  const labelOf = (name: string) => upload.fields.find((field) => field.name === name)?.label ?? name;
  return (
    <ChoiceCards name="mode" label={text('exchange.mode')}>
      <ChoiceCard
        title={text('exchange.mode.create')}
        help={text('exchange.mode.create.help')}
        checked={mode === 'create'}
        onChange={() => control.dispatch({ type: 'mode', mode: 'create' })}
      />
      <ChoiceCard
        title={text('exchange.mode.upsert')}
        help={text('exchange.mode.upsert.help')}
        checked={mode === 'upsert'}
        onChange={() => control.dispatch({ type: 'mode', mode: 'upsert' })}
      >
        {mode === 'upsert' && (
          <>
            <label className="r-mode-key">
              <span>{text('exchange.mode.key')}</span>
              <Select
                options={upload.keys.map((name) => ({ value: name, label: labelOf(name) }))}
                value={key ?? ''}
                data-testid="import-key"
                onChange={(event) => control.dispatch({ type: 'key', key: event.target.value })}
              />
            </label>
            <ul>
              <li>
                {key === ID_COLUMN
                  ? text('exchange.mode.byId')
                  : text('exchange.mode.byKey', { field: labelOf(key ?? '') })}
              </li>
              <li>{text('exchange.mode.blank')}</li>
              <li>{text('exchange.mode.untouched')}</li>
            </ul>
          </>
        )}
      </ChoiceCard>
    </ChoiceCards>
  );
};
