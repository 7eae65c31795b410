import '@coulisse/ui-kit/parts.css';
import '@coulisse/ui-kit/display.css';
import 'swagger-ui-dist/swagger-ui.css';
import './page.css';
import { start } from './start';

start();
