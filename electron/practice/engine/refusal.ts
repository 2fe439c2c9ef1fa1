/** What the venue says when it refuses: thrown by what checks, answered by the front as an error envelope. */
export class Refusal extends Error {
  /** Text where the venue sends its code so (maintenance). */
  readonly code: number | string | null;
  readonly status: number;
  readonly errorCode: number | null;

  constructor(code: number | string | null, message: string, status = 400, errorCode: number | null = null) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.errorCode = errorCode;
  }
}

/** A parameter that is not of its type: public calls answer it as a fault of their own (protocol.md, section 5). */
export class WrongType extends Refusal {}

const CODES = {
  badSignature: [-1001, 401],
  badKey: [-1002, 401],
  tooMany: [-1003, 429],
  unknownParameter: [-1004, 400],
  invalidParameter: [-1005, 400],
  notFound: [-1006, 400],
  tooLarge: [-1008, 400],
  noWithdrawal: [-1009, 400],
  belowNotional: [-1102, 400],
  priceTick: [-1103, 400],
  quantityStep: [-1104, 400],
  priceTooFar: [-1105, 400],
  riskExposure: [-1101, 400],
  repeatedClientId: [302117, 400],
  insufficientFunds: [302102, 400],
  insufficientMargin: [302301, 400],
  tooSmall: [302164, 400],
  buyNeedsAmount: [302147, 400],
  sellNeedsQuantity: [302148, 400],
  notReducing: [302162, 400],
  reducesTooMuch: [302163, 400],
  wrongPositionSide: [302186, 400],
  pendingOrder: [302177, 400],
  unknownSymbol: [317155, 400],
  suspendedSymbol: [317156, 400],
  orderNotFound: [317149, 400],
  outOfRange: [317176, 400],
  modeInUse: [302195, 400],
  wrongAccountMode: [302185, 400],
  indexTrigger: [317144, 400],
  legQuantities: [317137, 400],
  oneLegQuantity: [317136, 400],
  positionalQuantity: [317139, 400],
  tooManyAlgos: [317150, 400],
  beingProcessed: [317174, 400],
  suspended: [302307, 400],
} as const satisfies Record<string, readonly [number, number]>;

/** A refusal by name, with the code and HTTP status of protocol.md, section 5. */
export function refuse(name: keyof typeof CODES, message: string): Refusal {
  const [code, status] = CODES[name];
  return new Refusal(code, message, status, code === -1005 ? 90000 : null);
}
