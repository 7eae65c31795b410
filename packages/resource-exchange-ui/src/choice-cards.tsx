import { createContext, type ReactNode, useContext, useId } from 'react';

const NameContext = createContext('');

/** A radio group with a few options, each shown as a card. */
export const ChoiceCards = ({
  name,
  label,
  row,
  children,
}: {
  name: string;
  label: string;
  /** Side by side, where there is room. */
  row?: boolean;
  children: ReactNode;
}) => (
  <fieldset className="r-choices" data-row={row || undefined}>
    <legend>{label}</legend>
    <NameContext.Provider value={`${name}-${useId()}`}>{children}</NameContext.Provider>
  </fieldset>
);

interface ChoiceCardProps {
  title: ReactNode;
  help?: ReactNode;
  checked: boolean;
  onChange: () => void;
  /** Further inputs of this option. */
  children?: ReactNode;
}

export const ChoiceCard = ({ title, help, checked, onChange, children }: ChoiceCardProps) => {
  const name = useContext(NameContext);
  const id = useId();
  return (
    <div className="r-choice" data-checked={checked || undefined}>
      <label>
        <input
          type="radio"
          name={name}
          checked={checked}
          aria-describedby={help ? id : undefined}
          onChange={onChange}
        />
        <span>
          <b>{title}</b>
          {help && <small id={id}>{help}</small>}
        </span>
      </label>
      {children && <div className="r-choice-more">{children}</div>}
    </div>
  );
};
