import { resourceTexts } from '@coulisse/resource-ui/locales/en';
import shell from '../locales/en.json';

export const texts = { resource: resourceTexts, shell };
