import { Stepper } from '@coulisse/ui-kit';
import { useText } from '../app/use-text';

interface Props {
  count: number;
  party: number;
  onChange: (count: number) => void;
}

/** How many of the party come in a wheelchair; the others get the places beside them. */
export default function WheelchairPlaces({ count, party, onChange }: Props) {
  const t = useText();
  return (
    <div className="best-wheelchairs">
      <span aria-hidden>{t('best.wheelchairs')}</span>
      <Stepper
        label={t('best.wheelchairs')}
        value={Math.min(count, party)}
        min={0}
        max={party}
        onChange={onChange}
      />
      <p className="fine">{t('best.companions')}</p>
    </div>
  );
}
