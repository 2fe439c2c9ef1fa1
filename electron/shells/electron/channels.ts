/** The two channels between page and core. Text, and nothing else. */
export const UP = 'quarterdeck:up';
export const DOWN = 'quarterdeck:down';
