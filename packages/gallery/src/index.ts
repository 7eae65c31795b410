import '@coulisse/ui-kit/parts.css';
import '@coulisse/ui-kit/display.css';
import '@coulisse/resource-ui/resource.css';
import './gallery.css';
import { start } from './start';

start();
