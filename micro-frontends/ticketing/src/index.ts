void import('./module');
