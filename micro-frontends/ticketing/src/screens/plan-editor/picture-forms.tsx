import { Image, Ruler, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Check, Dialog, Field, formatPercent, Textarea, toLanguage } from '@coulisse/ui-kit';
import {
  Failure,
  FileButton,
  UploadList,
  useFileContent,
  useObjectUrl,
  useUploads,
} from '@coulisse/resource-fields';
import type { StoredFile } from '@coulisse/resource-client';
import type { DrawnView, PlanBackground } from '../../api-types';
import { NumberField } from './number-field';
import { PICTURE_TYPES, widthInMetres, withWidth } from './plan-pictures';

/** Pictures of plans are stored under the rights of rooms. */
const RIGHTS = 'ticketing.room';

/** Uploads one picture; what is running or has failed is listed. */
const PictureButton = ({ label, onStored }: { label: string; onStored: (file: StoredFile) => void }) => {
  const uploads = useUploads({ rights: RIGHTS, accept: PICTURE_TYPES, onStored });
  return (
    <>
      <UploadList uploads={uploads.uploads} onRetry={uploads.retry} onDismiss={uploads.dismiss} />
      <FileButton
        size="small"
        icon={<Image aria-hidden />}
        disabled={uploads.busy}
        accept={PICTURE_TYPES}
        onFiles={(files) => {
          for (const upload of uploads.uploads) uploads.dismiss(upload.key);
          uploads.add(files.slice(0, 1));
        }}
      >
        {label}
      </FileButton>
    </>
  );
};

/** A stored picture in the ratio in which buyers see it; empty until it is there. */
const StoredPicture = ({ id, alt }: { id: string; alt: string }) => {
  const content = useFileContent(id);
  const address = useObjectUrl(content.data);
  return (
    <>
      <div className="t-plan-view-picture">{address && <img src={address} alt={alt} />}</div>
      {content.isError && <Failure failure={content.error} onRetry={() => void content.refetch()} />}
    </>
  );
};

const Actions = ({ children }: { children: ReactNode }) => <div className="c-actions">{children}</div>;

export interface BackgroundFormProps {
  background: PlanBackground | null;
  isMeasuring: boolean;
  onMeasure: (isMeasuring: boolean) => void;
  onStored: (file: { id: string; width: number; height: number }) => void;
  onChange: (background: PlanBackground | null, name?: string) => void;
}

/** The picture under the drawing: place, scale, opacity. */
export const BackgroundForm = (props: BackgroundFormProps) => {
  const { background, isMeasuring, onMeasure, onStored, onChange } = props;
  const { t, i18n } = useTranslation('ticketing');
  const opacityId = useId();
  const stored = ({ id, width, height }: StoredFile) => {
    if (width && height) onStored({ id, width, height });
  };
  if (!background)
    return (
      <>
        <p className="c-soft">{t('plan.background.help')}</p>
        <PictureButton label={t('plan.background.add')} onStored={stored} />
      </>
    );
  const set = (part: Partial<PlanBackground>) =>
    onChange({ ...background, ...part }, `background ${Object.keys(part).join()}`);
  const percent = formatPercent(Math.round(background.opacity * 100), toLanguage(i18n.language));
  return (
    <>
      {isMeasuring && <p role="status">{t('plan.background.measuring')}</p>}
      <Actions>
        <Button size="small" icon={<Ruler aria-hidden />} onClick={() => onMeasure(!isMeasuring)}>
          {t(isMeasuring ? 'plan.background.stop' : 'plan.background.measure')}
        </Button>
      </Actions>
      <div className="t-grid t-grid-3">
        <NumberField
          label={t('plan.background.width')}
          value={widthInMetres(background)}
          min={1}
          max={500}
          step={0.1}
          onChange={(metres) => {
            if (metres >= 0.1 && metres <= 500) onChange(withWidth(background, metres), 'background width');
          }}
        />
        {(['x', 'y'] as const).map((axis) => (
          <NumberField
            key={axis}
            label={t(`plan.table.${axis}`)}
            value={background[axis]}
            min={-20_000}
            max={20_000}
            onChange={(value) => {
              if (Math.abs(value) <= 20_000) set({ [axis]: value });
            }}
          />
        ))}
      </div>
      <label className="t-plan-opacity" htmlFor={opacityId}>
        <span>{t('plan.background.opacity')}</span>
        <input
          id={opacityId}
          type="range"
          min={5}
          max={100}
          step={5}
          value={Math.round(background.opacity * 100)}
          aria-valuetext={percent}
          onChange={(event) => set({ opacity: event.target.valueAsNumber / 100 })}
        />
        <span className="c-num">{percent}</span>
      </label>
      <Check
        label={t('plan.background.hidden')}
        checked={background.isHidden}
        onChange={(event) => set({ isHidden: event.target.checked })}
      />
      <Actions>
        <PictureButton label={t('plan.background.replace')} onStored={stored} />
        <Button
          kind="danger"
          size="small"
          icon={<Trash2 aria-hidden />}
          onClick={() => {
            onMeasure(false);
            onChange(null);
          }}
        >
          {t('plan.background.remove')}
        </Button>
      </Actions>
    </>
  );
};

/** Asks how far two points of the background are from each other. */
export const LengthDialog = ({
  onLength,
  onClose,
}: {
  onLength: (metres: number) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('ticketing');
  const [metres, setMetres] = useState(NaN);
  const isLength = metres >= 0.1 && metres <= 500;
  return (
    <Dialog
      title={t('plan.length.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('plan.length.cancel')}</Button>
          <Button
            kind="main"
            type="submit"
            form="plan-length"
            disabledBecause={isLength ? undefined : t('plan.length.needed')}
          >
            {t('plan.length.apply')}
          </Button>
        </>
      }
    >
      <form
        id="plan-length"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLength) onLength(metres);
        }}
      >
        <NumberField
          label={t('plan.length.metres')}
          value={metres}
          min={0.1}
          max={500}
          step={0.01}
          onChange={setMetres}
        />
      </form>
    </Dialog>
  );
};

export interface ViewFormProps {
  view: DrawnView | undefined;
  onChange: (view: Omit<DrawnView, 'itemId'> | null, name?: string) => void;
}

/** The picture of what is seen from the seats of a block or table. */
export const ViewForm = ({ view, onChange }: ViewFormProps) => {
  const { t } = useTranslation('ticketing');
  return (
    <div className="t-plan-view">
      <h3>{t('plan.view')}</h3>
      {view ? (
        <>
          <StoredPicture id={view.fileId} alt={view.alt} />
          <Field label={t('plan.view.alt')} help={t('plan.view.alt.help')} required>
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={200}
                value={view.alt}
                onChange={(event) => onChange({ ...view, alt: event.target.value }, `view ${view.itemId}`)}
              />
            )}
          </Field>
        </>
      ) : (
        <p className="c-soft">{t('plan.view.help')}</p>
      )}
      <Actions>
        <PictureButton
          label={t(view ? 'plan.view.replace' : 'plan.view.add')}
          onStored={({ id }) => onChange({ fileId: id, alt: view?.alt ?? '' })}
        />
        {view && (
          <Button kind="danger" size="small" icon={<Trash2 aria-hidden />} onClick={() => onChange(null)}>
            {t('plan.view.remove')}
          </Button>
        )}
      </Actions>
    </div>
  );
};
