import { guardProcess, releaseMemoryAtRest, stopOnSignals } from '@coulisse/service-kit/service';
import { readConfig } from './config';
import { startGateway } from './gateway';

async function main(): Promise<void> {
  const gateway = await startGateway(readConfig());
  stopOnSignals(() => gateway.stop(), gateway.log);
  guardProcess(gateway.log, () => gateway.stop());
  releaseMemoryAtRest(gateway.log);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
