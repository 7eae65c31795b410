import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@coulisse/test-kit/free-port';

const SCRIPT = join(__dirname, '../../../../dev/s3.mjs');

/** The settings of an S3 as environment variables of the service. */
export type S3Environment = Record<
  'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_PATH_STYLE',
  string
>;

/** A real S3 for one test file; it keeps its data when it is stopped and started again. */
export class S3Server {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async make(): Promise<S3Server> {
    return new S3Server(await mkdtemp(join(tmpdir(), 'coulisse-s3-')), await freePort());
  }

  async start(): Promise<S3Environment> {
    const child = fork(SCRIPT, {
      env: {
        ...process.env,
        // Gives it separate secrets and a separate log too.
        COULISSE_DATA_DIR: this.folder,
        VERSITYGW_PORT: String(this.port),
      },
    });
    this.child = child;
    return new Promise((resolve, reject) => {
      child.once('message', (settings) => resolve(settings as S3Environment));
      child.once('exit', (code) => reject(new Error(`dev/s3.mjs ended with ${code}`)));
    });
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || (child.exitCode ?? child.signalCode) !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }

  /** Folder of a bucket's objects. */
  bucket(name: string): string {
    return join(this.folder, 's3', 'objects', name);
  }

  async forget(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true });
  }
}
