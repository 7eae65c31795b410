import { FileSpreadsheet, Upload as UploadIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { Button, formatNumber, Notice, useLanguage, useToast, useUiText } from '@coulisse/ui-kit';
import { traceOf, useProblemText, useResourceText } from '@coulisse/resource-client';
import { FileButton, saveAs, useFileDrop } from '@coulisse/resource-fields';
import { fileNameOf } from '../export/file-name';
import { EXPORT_FORMATS, type ExportFormat } from '../export/export-choice';
import { ACCEPTED, type FileRefusal, MAX_MEGABYTES, MAX_ROWS, mediaTypeOf, refusalOf } from './file-check';
import type { Upload } from './import-state';
import { StepFoot } from './step-foot';
import type { StepProps } from './step-part';

type Trouble = { refusal: FileRefusal } | { failure: unknown } | null;
interface Sending {
  name: string;
  /** From 0 to 1. */
  share: number;
}

/** The first step: the file is chosen or dropped, and uploaded. */
export const FileStep = ({ descriptor, screens, control }: StepProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const [trouble, setTrouble] = useState<Trouble>(null);
  const { sending, send, stop } = useSending(descriptor, {
    onUpload: (upload) => {
      control.dispatch({ type: 'uploaded', upload });
      control.go('columns');
    },
    onFailure: (failure) => setTrouble({ failure }),
  });
  const take = (files: File[]) => {
    if (files.length === 0) return;
    const refusal = refusalOf(files);
    setTrouble(refusal && { refusal });
    const [file] = files;
    if (!refusal && file) send(file);
  };
  const drop = useFileDrop(take, sending === null);
  const { upload } = control.state;
  return (
    <>
      <div className="c-card">
        <section>
          <div
            className="r-file-drop"
            data-over={drop.over || undefined}
            aria-busy={sending !== null}
            data-testid="import-drop"
            {...drop.handlers}
          >
            {sending ? (
              <SendingLine sending={sending} onStop={stop} />
            ) : (
              <>
                <UploadIcon aria-hidden />
                <p>
                  <b>{text('exchange.file.drop')}</b>
                </p>
                <FileButton
                  kind={upload ? 'plain' : 'main'}
                  accept={ACCEPTED}
                  onFiles={take}
                  data-testid="import-choose"
                >
                  {text(upload ? 'exchange.file.other' : 'field.file.choose')}
                </FileButton>
                <p className="c-faint">
                  {text('exchange.file.limits', {
                    size: formatNumber(MAX_MEGABYTES, language),
                    rows: formatNumber(MAX_ROWS, language),
                  })}
                </p>
              </>
            )}
          </div>
          {trouble && <TroubleNotice trouble={trouble} />}
          {upload && !sending && <UploadedFile upload={upload} />}
        </section>
        <section>
          <h2>{text('exchange.sample')}</h2>
          <p className="c-soft">{text('exchange.sample.body')}</p>
          <Samples descriptor={descriptor} />
        </section>
      </div>
      <StepFoot back={{ to: screens.list }}>
        {upload && (
          <Button kind="main" data-testid="import-next" onClick={() => control.go('columns')}>
            {text('exchange.next')}
          </Button>
        )}
      </StepFoot>
    </>
  );
};

interface SendingHandlers {
  onUpload: (upload: Upload) => void;
  onFailure: (failure: unknown) => void;
}

/** Uploads one file; leaving the page aborts the upload. */
const useSending = (descriptor: ResourceDescriptor, { onUpload, onFailure }: SendingHandlers) => {
  const api = useApi();
  const [sending, setSending] = useState<Sending | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const send = async (file: File) => {
    const controller = new AbortController();
    leaving.current = controller;
    setSending({ name: file.name, share: 0 });
    try {
      const upload = await api.upload<Upload>(`${descriptor.path}/_imports`, file, {
        headers: { 'Content-Type': mediaTypeOf(file.name), 'X-File-Name': encodeURIComponent(file.name) },
        signal: controller.signal,
        onProgress: (sent, total) => setSending({ name: file.name, share: sent / Math.max(1, total) }),
      });
      onUpload(upload);
    } catch (failure) {
      if (!controller.signal.aborted) onFailure(failure);
    } finally {
      setSending(null);
    }
  };
  return { sending, send: (file: File) => void send(file), stop: () => leaving.current?.abort() };
};

const SendingLine = ({ sending, onStop }: { sending: Sending; onStop: () => void }) => {
  const text = useResourceText();
  const uiText = useUiText();
  // All bytes are uploaded: the server now parses the file.
  const sent = sending.share >= 1;
  const label = text(sent ? 'exchange.file.reading' : 'field.file.sending', { name: sending.name });
  return (
    <>
      <p aria-live="polite">{label}</p>
      <progress
        className="r-job-bar"
        aria-label={label}
        {...(sent ? {} : { max: 1, value: sending.share })}
      />
      <Button onClick={onStop}>{uiText('action.cancel')}</Button>
    </>
  );
};

/** The file that was uploaded before, when the user returns to this step. */
const UploadedFile = ({ upload }: { upload: Upload }) => {
  const text = useResourceText();
  const language = useLanguage();
  return (
    <div className="r-file-known" data-testid="import-file">
      <FileSpreadsheet className="c-icon" aria-hidden />
      <span>
        <b>{upload.fileName}</b>
        <small className="c-faint">
          {text('exchange.file.known', {
            rows: formatNumber(upload.rows, language),
            columns: formatNumber(upload.columns.length, language),
          })}
        </small>
      </span>
    </div>
  );
};

const ALREADY = 'import.file-already-imported';

const TroubleNotice = ({ trouble }: { trouble: NonNullable<Trouble> }) => {
  const text = useResourceText();
  const uiText = useUiText();
  const language = useLanguage();
  const problem = useProblemText();
  if ('refusal' in trouble)
    return (
      <Notice tone="bad">
        {text(`exchange.file.refused.${trouble.refusal}`, {
          max: formatNumber(MAX_MEGABYTES, language),
        })}
      </Notice>
    );
  const { failure } = trouble;
  const reference = traceOf(failure);
  return (
    <Notice tone="bad">
      <b>{problem(failure)}</b>
      {failure instanceof ApiProblem && failure.code === ALREADY && <p>{text('exchange.file.already')}</p>}
      {reference && (
        <small className="r-reference">
          {uiText('error.reference')} {reference}
        </small>
      )}
    </Notice>
  );
};

/** Sample files with the recognised headers and one row. */
const Samples = ({ descriptor }: { descriptor: ResourceDescriptor }) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const problem = useProblemText();
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  const fetchSample = async (format: ExportFormat) => {
    setBusy(format);
    try {
      const response = await api.raw('GET', `${descriptor.path}/_imports/sample?format=${format}`, {
        headers: { Accept: '*/*' },
      });
      const name = fileNameOf(response.headers.get('Content-Disposition')) ?? `${descriptor.name}.${format}`;
      saveAs(await response.blob(), name);
    } catch (failure) {
      toast.bad(problem(failure));
    } finally {
      setBusy(null);
    }
  };
  return (
    <span className="c-actions">
      {EXPORT_FORMATS.map((format) => (
        <Button
          key={format}
          icon={<FileSpreadsheet aria-hidden />}
          busy={busy === format}
          data-testid={`import-sample-${format}`}
          onClick={() => void fetchSample(format)}
        >
          {text('exchange.sample.file', { format: text(`exchange.format.${format}`) })}
        </Button>
      ))}
    </span>
  );
};
