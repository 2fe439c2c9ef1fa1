/** Words of the interface that the simulated exchange uses. */

export type Status = 'NEW' | 'PARTIAL_FILLED' | 'FILLED' | 'CANCELLED' | 'REJECTED';

/** A refusal in the interface's code and words. */
export class VenueRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
