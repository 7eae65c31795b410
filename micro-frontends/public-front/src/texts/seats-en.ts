import seats from '../locales/seats.en.json';

export default seats;
