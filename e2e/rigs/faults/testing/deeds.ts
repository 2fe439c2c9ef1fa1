import type { Answer, Deed, Passing } from './fault-proxy.ts';
import { DEADLINE_MS } from './scene.ts';

/** What the fault proxy can do to a request; each is a fault of the list in quality.md. */

/** The exchange does it; the answer comes after the deadline. */
export const answerLate: Deed = async (passing) => {
  const answer = await passing.forward();
  await passing.wait(DEADLINE_MS * 1.5);
  passing.answer(answer);
};

/** The exchange does it; the answer comes in time, and a while after everything else. */
export const answerSlowly: Deed = async (passing) => {
  const answer = await passing.forward();
  await passing.wait(DEADLINE_MS / 4);
  passing.answer(answer);
};

/** The exchange does it; the connection is reset instead of an answer. */
export const resetAfterReading: Deed = async (passing) => {
  await passing.forward();
  passing.reset();
};

/** The exchange gets half of the body, then both connections are reset. */
export const resetInBody: Deed = async (passing) => {
  await passing.forwardPart(passing.body.length >> 1);
  passing.reset();
};

/** The exchange does it; the server closes the connection in good order and says nothing. */
export const finishInstead: Deed = async (passing) => {
  await passing.forward();
  passing.finish();
};

/** The exchange does it; its answer breaks off with the connection. */
export const breakOff: Deed = async (passing) => passing.answerPart(await passing.forward());

/** The exchange does it; half of its JSON comes as a whole answer. */
export const halfTheJson: Deed = async (passing) => {
  const { status, body } = await passing.forward();
  passing.answer({ status, body: body.slice(0, body.length >> 1) });
};

/** The exchange does it; somebody in between answers. */
export const doneAndAnswered =
  (answer: Answer): Deed =>
  async (passing) => {
    await passing.forward();
    passing.answer(answer);
  };

/** It does not come to the exchange; somebody in between answers. */
export const answeredInstead =
  (answer: Answer): Deed =>
  (passing) =>
    passing.answer(answer);

export const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: JSON.stringify({ success: false, code, message }),
});

/** Two requests get each other's answers. */
export function swapAnswers(): Deed {
  let first: { readonly passing: Passing; readonly answer: Answer } | null = null;
  return async (passing) => {
    const answer = await passing.forward();
    if (first === null) {
      first = { passing, answer };
      return;
    }
    passing.answer(first.answer);
    first.passing.answer(answer);
    first = null;
  };
}
