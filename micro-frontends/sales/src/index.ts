/** Nothing runs here by itself: the shell loads `./module`. */
export {};
