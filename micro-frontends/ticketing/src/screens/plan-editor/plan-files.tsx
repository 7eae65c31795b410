import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, useToast } from '@coulisse/ui-kit';
import type { Drawing } from './drawing';
import { exported, imported, MAX_FILE_BYTES, PlanFileError } from './plan-file';

/** Saves the drawing as a file, and takes one over; the import can be undone. */
export const PlanFiles = ({
  drawing,
  categoryIds,
  onImport,
}: {
  drawing: Drawing;
  categoryIds: ReadonlySet<string>;
  onImport: (drawing: Omit<Drawing, 'background' | 'views'>) => void;
}) => {
  const { t } = useTranslation('ticketing');
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const download = () => {
    const url = URL.createObjectURL(new Blob([exported(drawing)], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${drawing.name || 'plan'}.json`;
    link.click();
    URL.revokeObjectURL(url);
  };
  const read = async (file: File) => {
    try {
      if (file.size > MAX_FILE_BYTES) throw new PlanFileError('size');
      onImport(imported(await file.text(), categoryIds));
      toast.good(t('plan.file.imported'));
    } catch (error) {
      if (!(error instanceof PlanFileError)) throw error;
      toast.bad(t(`plan.file.${error.fault}`));
    }
  };
  return (
    <div className="c-actions">
      <Button
        size="small"
        icon={<Upload className="c-icon" aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('plan.file.import')}
      </Button>
      <Button size="small" icon={<Download className="c-icon" aria-hidden />} onClick={download}>
        {t('plan.file.export')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        data-testid="plan-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void read(file);
        }}
      />
    </div>
  );
};
