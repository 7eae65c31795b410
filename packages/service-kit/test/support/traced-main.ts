import { get } from 'node:http';
import { runService } from '../../src';
import { sampleService } from './sample-service';

/** As the client of a storage does: by http, with a signature in the address and a name of its own. */
const store = () =>
  new Promise<void>((resolve, reject) => {
    const address = `${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}/stored?signature=s3cret`;
    get(address, { headers: { 'user-agent': 'storage/1' } }, (response) =>
      response.resume().once('end', resolve),
    ).once('error', reject);
  });

void runService(sampleService({ onStartPayment: store }).service);
