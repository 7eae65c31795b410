import '@coulisse/ui-kit/page.css';
import '@coulisse/ui-kit/display.css';
import './styles/layout.css';
import { start } from './app/start';

void start();
