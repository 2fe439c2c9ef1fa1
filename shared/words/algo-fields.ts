/** Labels of the fields of an algo order that can be edited, in the order in which forms have them. */
export const algoEditFields = [
  ['triggerPrice', 'Trigger price'],
  ['price', 'Price'],
  ['quantity', 'Quantity'],
  ['activatedPrice', 'Activation price'],
  ['callbackRate', 'Callback in percent'],
  ['callbackValue', 'Callback value'],
] as const;

/** Labels of all fields of a plan. */
export const algoFields = [
  ...algoEditFields,
  ['takeProfitTrigger', 'Take profit'],
  ['takeProfitPrice', 'Take profit limit'],
  ['stopLossTrigger', 'Stop loss'],
  ['stopLossPrice', 'Stop loss limit'],
] as const;
export type AlgoField = (typeof algoFields)[number][0];

/** The label of one field. */
export const algoFieldLabel = (name: AlgoField): string => algoFields.find(([field]) => field === name)?.[1] ?? name;
