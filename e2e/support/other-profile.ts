/** A profile of an exchange that nobody runs. */
export const OTHER_PROFILE = {
  id: 'second',
  name: 'Second',
  environment: 'practice',
  rest: 'http://127.0.0.1:9',
  publicStream: 'ws://127.0.0.1:9',
  privateStream: 'ws://127.0.0.1:9',
  viewOnly: false,
};
