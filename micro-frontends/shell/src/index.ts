// Dynamic import, so that shared libraries are negotiated before they are used.
void import('./bootstrap');

export {};
