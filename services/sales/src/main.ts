import { runService } from '@coulisse/service-kit';
import { service } from './service';

void runService(service);
