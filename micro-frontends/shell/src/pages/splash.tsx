import { useDelayed, useUiText } from '@coulisse/ui-kit';

export const Splash = () => {
  const text = useUiText();
  return useDelayed(true) ? (
    <div className="s-splash" role="status">
      <b aria-hidden>C</b>
      {text('loading')}
    </div>
  ) : null;
};
