import './styles/exchange.css';

export { ExportDialog } from './export/export-dialog';
export { ResourceImport } from './import/import-page';
export { exchangeLocales } from './texts';
