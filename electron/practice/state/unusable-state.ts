/**
 * A state file that is there and cannot be gone on with. Anything else that keeps an exchange from starting, a taken
 * port for example, is not this.
 */
export class UnusableState extends Error {}
