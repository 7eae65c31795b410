import type { ServiceContext } from '@coulisse/service-kit';
import { sendFile } from '@coulisse/service-kit/http';

/**
 * The service of documents lets buyers who pay go first: in a rush, when it stamps thousands of tickets, it answers after
 * seconds. Whoever waits for a download waits rather than being told to come back.
 */
const DOWNLOAD_DEADLINE_MS = 20_000;

export interface Download {
  tenantId: string;
  documentId: string;
  /** What it is about, such as the code of a reservation; its file is named by it. */
  code: string;
  disposition: 'attachment' | 'inline';
}

/** Sends a stored document to its buyer. */
export async function sendDocument(
  res: Parameters<typeof sendFile>[0],
  { tenantId, documentId, code, disposition }: Download,
  { clients }: Pick<ServiceContext, 'clients'>,
): Promise<void> {
  const { mediaType, content } = await clients.documents.getDocument(
    { tenantId, documentId },
    { deadlineMs: DOWNLOAD_DEADLINE_MS },
  );
  await sendFile(res, { name: `${code}.pdf`, mediaType, disposition }, content);
}
