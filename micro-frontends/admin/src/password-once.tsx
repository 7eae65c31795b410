import { useTranslation } from 'react-i18next';
import { Button, CopyButton, Dialog, Notice } from '@coulisse/ui-kit';

interface PasswordOnceProps {
  name: string;
  email: string;
  password: string;
  onDone: () => void;
}

/** Shows a generated password once; it cannot be read again, so the dialog has to be closed explicitly. */
export const PasswordOnce = ({ name, email, password, onDone }: PasswordOnceProps) => {
  const { t } = useTranslation('admin');
  return (
    <Dialog
      title={t('password.title', { name })}
      isBlocking
      onClose={onDone}
      footer={
        <Button kind="main" onClick={onDone} data-testid="password-noted">
          {t('password.noted')}
        </Button>
      }
    >
      <p className="c-soft">{t('password.body', { email })}</p>
      <div className="a-password">
        <output data-testid="generated-password">{password}</output>
        <CopyButton value={password} label={t('password.copy')} />
      </div>
      <Notice tone="warn">{t('password.once')}</Notice>
    </Dialog>
  );
};
