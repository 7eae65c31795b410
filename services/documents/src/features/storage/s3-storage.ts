import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ConfigError, Problem } from '@coulisse/service-kit';
import type * as Sdk from '@aws-sdk/client-s3';
import type { FileStorage } from './file-storage.port';
import { verifyContent, sha256Of, storageKey } from './stored-file';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** True: the bucket name is in the path; false: in the host name. */
  pathStyle: boolean;
  /** Timeout to put or get one file, retries included, in ms. */
  timeoutMs: number;
}

/** Maximum number of attempts per request. */
const ATTEMPTS = 3;

interface Opened {
  client: Sdk.S3Client;
  sdk: typeof Sdk;
}
type Work<T> = (client: Sdk.S3Client, sdk: typeof Sdk, deadline: { abortSignal: AbortSignal }) => Promise<T>;

/** Objects in one bucket of an S3: `<tenant>/<sha256>`. Any failure of the S3 is `service.unavailable` for callers. */
export class S3Storage implements FileStorage {
  private opened: Promise<Opened> | undefined;
  private prepared: Promise<void> | undefined;

  constructor(private readonly settings: S3Settings) {}

  prepare(): Promise<void> {
    this.prepared ??= this.findBucket().catch((error: unknown) => {
      this.prepared = undefined;
      throw isPassing(error) ? unavailable(error) : this.refused(error as Error);
    });
    return this.prepared;
  }

  async put(tenantId: string, content: Uint8Array): Promise<string> {
    const sha256 = sha256Of(content);
    const object = {
      Bucket: this.settings.bucket,
      Key: storageKey(tenantId, sha256),
      Body: content,
      // The S3 compares the checksum with what it received, and refuses a mismatch.
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    };
    try {
      await this.prepare();
      await this.send((client, { PutObjectCommand }, deadline) =>
        client.send(new PutObjectCommand(object), deadline),
      );
    } catch (error) {
      if (nameOf(error) === 'NoSuchBucket') this.prepared = undefined;
      throw unavailable(error);
    }
    return sha256;
  }

  async get(tenantId: string, sha256: string): Promise<Buffer> {
    const object = { Bucket: this.settings.bucket, Key: storageKey(tenantId, sha256) };
    const content = await this.send(async (client, { GetObjectCommand }, deadline) => {
      const { Body } = await client.send(new GetObjectCommand(object), deadline);
      if (!(Body instanceof Readable)) throw new Error('the answer has no content');
      return buffer(Body);
    }).catch((error: unknown) => {
      throw nameOf(error) === 'NoSuchKey' ? new Problem('http.404', { cause: error }) : unavailable(error);
    });
    return verifyContent(content, tenantId, sha256);
  }

  async remove(tenantId: string, sha256: string): Promise<void> {
    const object = { Bucket: this.settings.bucket, Key: storageKey(tenantId, sha256) };
    await this.send((client, { DeleteObjectCommand }, deadline) =>
      client.send(new DeleteObjectCommand(object), deadline),
    ).catch((error: unknown) => {
      throw unavailable(error);
    });
  }

  close(): void {
    this.opened?.then(
      ({ client }) => client.destroy(),
      () => undefined,
    );
  }

  /** Sends one request; the timeout covers all attempts, the waits between them and the response body. */
  private async send<T>(work: Work<T>): Promise<T> {
    this.opened ??= this.open();
    const { client, sdk } = await this.opened;
    return work(client, sdk, { abortSignal: AbortSignal.timeout(this.settings.timeoutMs) });
  }

  /** Loads the library here, so that a service with a folder does not need its memory. */
  private async open(): Promise<Opened> {
    const sdk = await import('@aws-sdk/client-s3');
    const { endpoint, region, pathStyle, accessKeyId, secretAccessKey, timeoutMs } = this.settings;
    const attemptMs = Math.ceil(timeoutMs / ATTEMPTS);
    const client = new sdk.S3Client({
      endpoint,
      region,
      forcePathStyle: pathStyle,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: ATTEMPTS,
      requestHandler: {
        connectionTimeout: attemptMs,
        requestTimeout: attemptMs,
        throwOnRequestTimeout: true,
      },
      // No default checksums of the SDK, which not every S3 supports; the SHA-256 is verified on put and get.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { client, sdk };
  }

  /** Lists instead of HeadBucket: only a response with a body has an error code. */
  private async findBucket(): Promise<void> {
    const Bucket = this.settings.bucket;
    const look = () =>
      this.send((client, { ListObjectsV2Command }, deadline) =>
        client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), deadline),
      );
    try {
      await look();
    } catch (error) {
      if (nameOf(error) !== 'NoSuchBucket') throw error;
      await this.send((client, { CreateBucketCommand }, deadline) =>
        client.send(new CreateBucketCommand({ Bucket }), deadline),
      ).catch(async (refusal: unknown) => {
        // Another replica may have created it in between, or be creating it.
        if (statusOf(refusal) !== 409) throw refusal;
        await look().catch(() => {
          throw refusal;
        });
      });
    }
  }

  private refused(error: Error): ConfigError {
    const { endpoint, bucket } = this.settings;
    return new ConfigError([
      `S3_ENDPOINT, S3_BUCKET: ${endpoint} does not let the bucket ${bucket} be used: ${error.name}, ${error.message}`,
    ]);
  }
}

const nameOf = (error: unknown): string | undefined => (error as Error | undefined)?.name;

const statusOf = (error: unknown): number | undefined =>
  (error as Partial<Sdk.S3ServiceException> | undefined)?.$metadata?.httpStatusCode;

/** True for transient failures: no response, an overloaded server, a bucket that is being created. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || [408, 409, 429].includes(status);
}

const unavailable = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('service.unavailable', { cause: error });
