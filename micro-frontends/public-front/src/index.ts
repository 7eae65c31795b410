import '@coulisse/ui-kit/parts.css';
import '@coulisse/ui-kit/display.css';
import './styles/layout.css';
import './styles/catalogue.css';
import './styles/booking.css';
import './styles/forms.css';
import { start } from './app/start';

start();
