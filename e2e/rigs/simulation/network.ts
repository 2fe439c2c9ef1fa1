import {
  HttpFailure,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  type Sockets,
  type SocketEvents,
} from '../../../electron/core/world/ports.ts';
import { rootOf, algoNow, type VenueAlgo } from './algos.ts';
import type { Chance } from './chance.ts';
import { fieldsOf, keyOf, routeOf } from './deeds.ts';
import type { Front } from './front.ts';
import type { Life, Timeline } from './timeline.ts';
import type { Report } from './venue.ts';

/** How bad a run's network is; everything is a probability. */
export interface Weather {
  /** Of a fault on a write, and on a read. */
  readonly writes: number;
  readonly reads: number;
  /** Of each report of the stream: lost, twice, late. */
  readonly lost: number;
  readonly twice: number;
  readonly late: number;
  /** Of a cut of the stream, each second. */
  readonly cut: number;
}
export const CALM: Weather = { writes: 0, reads: 0, lost: 0, twice: 0, late: 0, cut: 0 };

/** What can become of a request (quality.md, faults 1 to 11 and 17). */
const FATES = [
  'refused',
  'never arrives',
  'reset before it is read',
  'reset after it is read',
  'arrives late',
  'answered late',
  '502 after it is done',
  'HTML after it is done',
  'answer is cut',
  'answer of another',
  'too many',
  'fails inside, done',
  'fails inside, not done',
  'arrives twice',
] as const;
type Fate = (typeof FATES)[number] | 'fine';

/** Points at which a program can be killed around a request. */
export type OnSend = (when: 'before' | 'after') => void;

export class Network {
  weather: Weather = CALM;
  /** Writes that may still arrive. */
  underway = 0;
  readonly #timeline: Timeline;
  readonly #chance: Chance;
  readonly #front: Front;
  readonly #sockets = new Set<Wire>();

  constructor(timeline: Timeline, chance: Chance, front: Front) {
    this.#timeline = timeline;
    this.#chance = chance;
    this.#front = front;
  }

  /** HTTP as a living program sees it. */
  http(life: Life, onSend: OnSend): Http {
    return {
      send: (request) => {
        if (!life.alive) return new Promise(() => undefined);
        const key = request.method === 'GET' ? null : keyOf(routeOf(request), fieldsOf(request));
        if (key !== null) onSend('before');
        if (!life.alive) return new Promise(() => undefined);
        if (key !== null) this.#front.deeds.leaves(key);
        const answer = this.#send(request, life);
        if (key !== null) onSend('after');
        return answer;
      },
      close: async () => undefined,
    };
  }

  #send(request: HttpRequest, life: Life): Promise<HttpAnswer> {
    const fate = this.#fate(request);
    const timeline = this.#timeline;
    const chance = this.#chance;
    return new Promise((resolve, reject) => {
      let over = false;
      const end = (settle: () => void, ms: number): void => {
        timeline.after(ms, () => {
          if (over || !life.alive) return;
          over = true;
          settle();
        });
      };
      const fail = (message: string, sent: boolean, ms: number): void =>
        end(() => reject(new HttpFailure(message, sent)), ms);
      const arrive = (ms: number, then: (answer: HttpAnswer) => void): void => {
        this.underway += 1;
        timeline.after(ms, () => {
          this.underway -= 1;
          then(this.#front.answer(request));
        });
      };
      const there = chance.between(5, 60);
      const back = chance.between(5, 60);
      fail('timeout', true, request.timeoutMs);
      switch (fate) {
        case 'fine':
          return arrive(there, (answer) => end(() => resolve(answer), back));
        case 'refused':
          return fail('connection refused', false, there);
        case 'never arrives':
          return;
        case 'reset before it is read':
          return fail('reset', true, there);
        case 'reset after it is read':
          return arrive(there, () => fail('reset', true, back));
        case 'arrives late':
          fail('reset', true, chance.between(10, 20_000));
          return arrive(chance.between(1_000, 310_000), () => undefined);
        case 'answered late':
          return arrive(there, (answer) => end(() => resolve(answer), chance.between(1_000, 60_000)));
        case '502 after it is done':
          return arrive(there, () => end(() => resolve({ status: 502, body: '<html>' }), back));
        case 'HTML after it is done':
          return arrive(there, () => end(() => resolve({ status: 200, body: '<html>hello</html>' }), back));
        case 'answer is cut':
          return arrive(there, (answer) =>
            end(() => resolve({ ...answer, body: answer.body.slice(0, answer.body.length >> 1) }), back),
          );
        case 'answer of another':
          return arrive(there, (answer) =>
            end(() => resolve({ ...answer, body: answer.body.replace(/"(\w*[oO]rderId)":\d+/g, '"$1":4711') }), back),
          );
        case 'too many':
          return end(() => resolve(refusal(429, -1003, 'too many')), there + back);
        case 'fails inside, done':
          return arrive(there, () => end(() => resolve(refusal(500, -1000, 'failed')), back));
        case 'arrives twice':
          // A proxy sends it again, and the second answer comes back.
          return arrive(there, () => arrive(chance.between(0, 20), (answer) => end(() => resolve(answer), back)));
        case 'fails inside, not done':
          return end(() => resolve(refusal(500, -1000, 'failed')), there + back);
      }
    });
  }

  #fate({ method, url }: HttpRequest): Fate {
    const write = method !== 'GET' && !url.includes('listenKey');
    if (!this.#chance.happens(write ? this.weather.writes : this.weather.reads)) return 'fine';
    const fate = this.#chance.pick(FATES);
    // Which answer belongs to which question is the matter of placements alone here.
    const isPlacement = method === 'POST' && /\/(algoO|o)rder$/.test(url);
    // The second of these finds nothing to end. What else comes twice is done twice, and no core can help it.
    const isCancelOfOne = method === 'DELETE' && /\/(algoO|o)rder\?/.test(url);
    const fits = fate === 'answer of another' ? isPlacement : fate === 'arrives twice' ? isCancelOfOne : true;
    return fits ? fate : 'reset after it is read';
  }

  sockets(life: Life): Sockets {
    return {
      open: (url, events) => {
        const wire = new Wire(this.#timeline, life, events, new URL(url));
        this.#timeline.after(this.#chance.between(20, 200), () => {
          const key = wire.url.searchParams.get('key');
          if (wire.over) return;
          if (wire.url.pathname.endsWith('/private') && key !== this.#front.listenKey) wire.end(1006, '', 401);
          else {
            this.#sockets.add(wire);
            wire.say(() => events.onOpen());
          }
        });
        return {
          send: (text) => this.#hear(wire, text),
          close: () => wire.end(1000, '', null),
          terminate: () => wire.end(1006, '', null),
        };
      },
    };
  }

  #hear(wire: Wire, text: string): void {
    // The client sends objects.
    const frame = JSON.parse(text) as { id?: string; cmd?: string; params?: readonly string[] };
    const command = frame.cmd?.toUpperCase();
    const reply =
      command === 'PING'
        ? { cmd: 'PONG', success: true, time: 0 }
        : { id: frame.id, cmd: command, success: true, time: 0, data: frame.params ?? [] };
    this.#timeline.after(this.#chance.between(5, 60), () => wire.say(() => wire.events.onText(JSON.stringify(reply))));
  }

  /** A report on an order. */
  tellOrder({ kind, order, version, word, reason, at }: Report): void {
    const common = { mt: kind, s: order.symbol, cid: order.clientId, oid: order.id, rs: reason, ts: at };
    const data =
      kind !== 0
        ? common
        : {
            ...common,
            t: order.type,
            sd: order.side,
            ps: 'BOTH',
            sx: String(version.quantity),
            px: String(version.price),
            tid: 0,
            tesx: String(version.executed),
            aepx: version.executed === 0 ? '0' : String(version.price),
            ss: word,
            vsx: String(version.quantity),
            ro: false,
          };
    this.#tell(JSON.stringify({ topic: 'executionreport', ts: at, data }).replace(/"(cid|oid)":"(\d+)"/g, '"$1":$2'));
  }

  /** A report on nodes of algo orders. */
  tellAlgos(nodes: readonly VenueAlgo[]): void {
    const data = nodes.map((node) => {
      const now = algoNow(node);
      return {
        s: node.symbol,
        raid: rootOf(node).id,
        paid: node.parent?.id ?? '0',
        aid: node.id,
        caid: node.clientId,
        ss: now.status,
        as: now.status,
        ras: algoNow(rootOf(node)).status,
        at: node.algoType,
        sd: node.side,
        ps: 'BOTH',
        sx: String(now.quantity),
        trp: String(now.triggerPrice),
        tss: now.triggeredAt > 0 ? 'SUCCESS' : 'USELESS',
        px: String(now.price),
        t: node.type,
        tt: now.triggeredAt,
        it: now.triggeredAt > 0,
        tesx: String(now.executed),
        aepx: '0',
        rs: '',
        ts: now.at,
        ro: false,
      };
    });
    if (data.length === 0) return;
    const ts = Math.max(...data.map((each) => each.ts));
    this.#tell(
      JSON.stringify({ topic: 'algoexecutionreport', ts, data }).replace(/"(raid|paid|aid|caid)":"(\d+)"/g, '"$1":$2'),
    );
  }

  /** A frame leaves on every private stream that is connected with the good key. */
  #tell(text: string): void {
    for (const wire of this.#sockets) {
      if (wire.over || !wire.url.pathname.endsWith('/private')) continue;
      if (this.#chance.happens(this.weather.lost)) continue;
      const copies = this.#chance.happens(this.weather.twice) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const late = this.#chance.happens(this.weather.late) ? this.#chance.between(0, 10_000) : 0;
        this.#timeline.after(10 + late, () => wire.say(() => wire.events.onText(text)));
      }
    }
  }

  /** Once a second: the account says its modes (protocol.md, 9.9), and a stream may be cut, with or without a word. */
  second(): void {
    const data = { m: 'FUTURE', M: 'CROSS', P: 'ONE_WAY', v: '100000' };
    this.#tell(JSON.stringify({ topic: 'account', ts: this.#front.now, data }));
    for (const wire of this.#sockets) {
      if (wire.over) this.#sockets.delete(wire);
      else if (this.#chance.happens(this.weather.cut)) {
        if (this.#chance.happens(0.3)) wire.silent = true;
        else wire.end(1006, '', null);
      }
    }
  }

  /** The program behind it died: the other end notices nothing. */
  drop(life: Life): void {
    for (const wire of this.#sockets) if (wire.life === life) wire.over = true;
  }
}

/** One connection of a stream. */
class Wire {
  over = false;
  /** Connected, and nothing comes any more. */
  silent = false;
  readonly life: Life;
  readonly events: SocketEvents;
  readonly url: URL;
  readonly #timeline: Timeline;

  constructor(timeline: Timeline, life: Life, events: SocketEvents, url: URL) {
    this.#timeline = timeline;
    this.life = life;
    this.events = events;
    this.url = url;
  }

  say(what: () => void): void {
    if (!this.over && !this.silent && this.life.alive) what();
  }

  end(code: number, reason: string, refusedStatus: number | null): void {
    if (this.over) return;
    this.over = true;
    this.#timeline.after(0, () => {
      if (this.life.alive) this.events.onClose({ code, reason, refusedStatus });
    });
  }
}

const refusal = (status: number, code: number, message: string): HttpAnswer => ({
  status,
  body: JSON.stringify({ success: false, code, message }),
});
