import later from '../locales/later.en.json';

export default later;
