import { expect, test } from 'vitest';
import type { Http } from '../../../electron/core/world/ports.ts';
import { ORDER } from './testing/answer-faults.ts';
import { resetAfterReading } from './testing/deeds.ts';
import { openScene, type Scene } from './testing/scene.ts';

/** The comparison of the two sides must itself be able to fail. */
async function disagreement(meddle: (http: Http) => Http, act: (scene: Scene) => Promise<unknown>): Promise<string> {
  const scene = await openScene({}, meddle);
  try {
    await act(scene);
    return await scene.agree(1_000).then(
      () => 'nothing',
      (error: unknown) => String(error),
    );
  } finally {
    await scene.close();
  }
}

const changed =
  (change: (body: string) => string) =>
  (http: Http): Http => ({
    ...http,
    send: async (request) => {
      const answer = await http.send(request);
      const isOrder = request.method === 'POST' && request.url.endsWith(ORDER.path);
      return isOrder ? { ...answer, body: change(answer.body) } : answer;
    },
  });

test('a network that sends an order again is noticed', async () => {
  const sendsAgain = (http: Http): Http => ({
    ...http,
    send: (request) => http.send(request).catch(() => http.send(request)),
  });
  const words = await disagreement(sendsAgain, async (scene) => {
    scene.proxy.strike(ORDER, resetAfterReading);
    await scene.place({ type: 'MARKET', price: '' });
  });
  expect(words).toMatch(/was sent 2 times/);
  expect(words).toMatch(/was taken 2 times/);
});

test('an order that is believed to be refused while the exchange has it is noticed', async () => {
  const refuses = changed((body) => body.replace('"success":true', '"success":false,"code":-1101'));
  const words = await disagreement(refuses, async (scene) => {
    // Otherwise the stream speaks first, and is believed.
    scene.proxy.streams.down = (text, pass) => {
      if (!text.includes('executionreport')) pass(text);
    };
    scene.proxy.strike(ORDER, async (passing) => passing.answer(await passing.forward()));
    await scene.place();
  });
  expect(words).toMatch(/is rejected and is there/);
  expect(words).toMatch(/is open and not shown/);
});
