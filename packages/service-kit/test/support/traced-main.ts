import { runService } from '../../src';
import { sampleService } from './sample-service';

void runService(sampleService().service);
