import { readConfig } from './config';
import { startGateway } from './gateway';

async function main(): Promise<void> {
  const gateway = await startGateway(readConfig());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void gateway.stop().then(() => process.exit(0)));
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
