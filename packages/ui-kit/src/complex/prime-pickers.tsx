import '../styles/complex.css';
import { ChevronDown, X } from 'lucide-react';
import { AutoComplete } from 'primereact/autocomplete';
import { useRef, useState } from 'react';
import type { FieldControl } from '../parts/field';
import { useUiText } from '../parts/use-ui-text';
import { Prime } from '../prime/prime';

export interface Choice {
  id: string;
  label: string;
}

interface PickerBase {
  search: (text: string) => Promise<Choice[]>;
  control: FieldControl;
  disabled?: boolean;
  placeholder?: string;
}

export interface PickerProps extends PickerBase {
  value: Choice | null;
  onChange: (value: Choice | null) => void;
}

export interface MultiPickerProps extends PickerBase {
  value: Choice[];
  onChange: (value: Choice[]) => void;
}

/** Suggestions of the server; a response that arrives after a later request was sent is discarded. */
const useSuggestions = (search: PickerBase['search']) => {
  const [suggestions, setSuggestions] = useState<Choice[]>([]);
  const latestRequest = useRef(0);
  const fetchSuggestions = async (text: string) => {
    latestRequest.current += 1;
    const mine = latestRequest.current;
    const found = await search(text).catch((): Choice[] => []);
    if (mine === latestRequest.current) setSuggestions(found);
  };
  return { suggestions, fetchSuggestions };
};

/** Selects one record by typing. Text that was typed but not selected is discarded. */
export const Picker = ({ value, onChange, search, control, disabled, placeholder }: PickerProps) => {
  const text = useUiText();
  const { suggestions, fetchSuggestions } = useSuggestions(search);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className="c-picker-row">
      <Prime>
        <AutoComplete
          inputId={control.id}
          aria-describedby={control['aria-describedby']}
          invalid={control['aria-invalid']}
          value={typed ?? value?.label ?? ''}
          suggestions={suggestions}
          completeMethod={(event) => void fetchSuggestions(event.query)}
          field="label"
          dropdown
          dropdownIcon={<ChevronDown className="c-icon" aria-hidden />}
          dropdownAriaLabel={text('picker.open')}
          showEmptyMessage
          emptyMessage={text('picker.empty')}
          delay={200}
          minLength={0}
          disabled={disabled}
          placeholder={placeholder}
          appendTo="self"
          onChange={(event) => setTyped(typeof event.value === 'string' ? event.value : null)}
          onSelect={(event) => {
            setTyped(null);
            onChange(event.value);
          }}
          onBlur={() => {
            // Who deletes the text wants no value.
            if (typed === '' && value) onChange(null);
            setTyped(null);
          }}
        />
      </Prime>
      {value && !disabled && (
        <button
          type="button"
          className="c-picker-clear"
          tabIndex={-1}
          aria-label={text('picker.clear')}
          onClick={() => onChange(null)}
        >
          <X className="c-icon" aria-hidden />
        </button>
      )}
    </span>
  );
};

/** Selects several records, in the order of selection. */
export const MultiPicker = ({
  value,
  onChange,
  search,
  control,
  disabled,
  placeholder,
}: MultiPickerProps) => {
  const text = useUiText();
  const { suggestions, fetchSuggestions } = useSuggestions(search);
  const left = suggestions.filter((choice) => !value.some((chosen) => chosen.id === choice.id));
  return (
    <Prime>
      <AutoComplete
        multiple
        inputId={control.id}
        aria-describedby={control['aria-describedby']}
        invalid={control['aria-invalid']}
        value={value}
        suggestions={left}
        completeMethod={(event) => void fetchSuggestions(event.query)}
        field="label"
        showEmptyMessage
        emptyMessage={text('picker.empty')}
        delay={200}
        minLength={0}
        dropdown
        dropdownIcon={<ChevronDown className="c-icon" aria-hidden />}
        dropdownAriaLabel={text('picker.open')}
        disabled={disabled}
        placeholder={value.length === 0 ? placeholder : undefined}
        appendTo="self"
        removeTokenIcon={<X className="c-icon" aria-hidden />}
        onChange={(event) => onChange(event.value ?? [])}
      />
    </Prime>
  );
};
