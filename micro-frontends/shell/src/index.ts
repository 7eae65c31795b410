// The shared libraries are negotiated before anything asks for them.
void import('./bootstrap');

export {};
