import { useEffect, useRef, useState } from 'react';
import { ApiProblem, useApi } from '@coulisse/mfe-kit';
import { formatSize, useLanguage } from '@coulisse/ui-kit';
import {
  FILES,
  MAX_SIZE,
  refusalOf,
  type StoredFile,
  useProblemText,
  useResourceText,
} from '@coulisse/resource-client';

/** A running or failed upload. */
export interface Upload {
  key: number;
  file: File;
  sent: number;
  total: number;
  /** Why it failed. */
  failure: string | null;
  /** The file itself was refused: a retry is useless. */
  refused: boolean;
}

interface UploadSettings {
  /** Prefix of the rights that the file is stored under. */
  rights: string;
  accept?: readonly string[];
  /** Attaches the stored file to its record; an error thrown here is shown for this file. */
  onStored: (file: StoredFile) => unknown;
}

/** Uploads files in parallel with their progress; failed ones stay in the list for a retry. */
export const useUploads = ({ rights, accept, onStored }: UploadSettings) => {
  const api = useApi();
  const text = useResourceText();
  const problem = useProblemText();
  const language = useLanguage();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const next = useRef(0);
  useEffect(() => {
    const running = stops.current;
    return () => running.forEach((stop) => stop.abort());
  }, []);

  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const dismiss = (key: number) => {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    setUploads((all) => all.filter((upload) => upload.key !== key));
  };

  const start = async (file: File) => {
    next.current += 1;
    const key = next.current;
    const refusal = refusalOf(file, accept);
    const failure = refusal ? text(`field.file.${refusal}`, { max: formatSize(MAX_SIZE, language) }) : null;
    setUploads((all) => [
      ...all,
      { key, file, sent: 0, total: file.size, failure, refused: failure !== null },
    ]);
    if (failure) return;
    const stop = new AbortController();
    stops.current.set(key, stop);
    try {
      const stored = await api.upload<StoredFile>(`${FILES}?${new URLSearchParams({ rights })}`, file, {
        signal: stop.signal,
        headers: {
          'Content-Type': file.type || 'application/octet-stream',
          'X-File-Name': encodeURIComponent(file.name),
        },
        onProgress: (sent, total) => change(key, { sent, total }),
      });
      await onStored(stored);
      dismiss(key);
    } catch (cause) {
      if (stop.signal.aborted) return;
      const refused = cause instanceof ApiProblem && cause.status >= 400 && cause.status < 500;
      change(key, { failure: problem(cause), refused });
    }
  };

  return {
    uploads,
    busy: uploads.some((upload) => upload.failure === null),
    add: (files: Iterable<File>) => {
      for (const file of files) void start(file);
    },
    retry: (upload: Upload) => {
      dismiss(upload.key);
      void start(upload.file);
    },
    dismiss,
  };
};
