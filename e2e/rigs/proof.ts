/** Whether tests run as proofs by quantity (`npm run prove`): many more tries than every day. */
export const proves = process.env['PROOF'] === 'true';
