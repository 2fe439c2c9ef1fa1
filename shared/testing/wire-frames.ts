/** Every frame and every refusal that protocol.md shows (4.2, 4.4 to 4.6, 5), as JSON text. */

const at = '"ts":1752049062496';
const BEST = `{"s":"PERP_BTC_USDT","ap":"64211","aq":"1","bp":"64210","bq":"2",${at}}`;
const UPDATE = `{"s":"PERP_BTC_USDT","prevTs":1752049062400,${at},"bids":[["64210","0"]],"asks":[["64211","1.5"]]}`;
const PRICE = `{"s":"SPOT_BTC_USDT","px":"64210",${at}}`;

/** `data` of each public topic (4.5). */
export const PUBLIC_FRAMES: Readonly<Record<string, string>> = {
  'trade@SPOT_BTC_USDT': `{"s":"SPOT_BTC_USDT","px":"64210.5","sx":"0.05","sd":"BUY","src":0,"rpi":false,${at}}`,
  'bbo@PERP_BTC_USDT': BEST,
  'bborpi@PERP_BTC_USDT': BEST,
  'orderbook10@SPOT_BTC_USDT': `{"s":"SPOT_BTC_USDT","bids":[["64210","2"]],"asks":[["64211","1"]],${at}}`,
  'orderbookupdate@PERP_BTC_USDT@50': UPDATE,
  'orderbookupdaterpi@PERP_BTC_USDT@500': UPDATE,
  'ticker@PERP_BTC_USDT': `{"s":"PERP_BTC_USDT","o":"1","c":"2","h":"3","l":"0.5","v":"10","a":"15","q":"11","u":"16","cnt":7,${at},"tts":1752049062400}`,
  'kline@PERP_BTC_USDT@1M': `{"s":"PERP_BTC_USDT","t":"1M","o":"1","c":"2","h":"3","l":"0.5","v":"10","a":"15","st":1752049020000,"et":1752049080000,${at},"tts":1752049062400}`,
  'markprice@PERP_BTC_USDT': PRICE.replace('SPOT', 'PERP'),
  'indexprice@SPOT_BTC_USDT': PRICE,
  'estfundingrate@PERP_BTC_USDT': `{"s":"PERP_BTC_USDT","r":"-0.0001","ft":1752049062496,${at}}`,
  'openinterest@PERP_BTC_USDT': `{"s":"PERP_BTC_USDT","oi":"100",${at}}`,
};

const REPORT = `{"mt":0,"s":"PERP_BTC_USDT","cid":5,"oid":1954766344355779056,"t":"LIMIT","sd":"BUY","ps":"BOTH","sx":"0.25","px":"64210.5","tid":77,"esx":"0.10","epx":"64210.5","f":"0.003","fa":"USDT","tesx":"0.10","aepx":"64210.5","ss":"PARTIAL_FILLED","rs":"","tg":"default","tf":"0.003","tfc":"USDT","tr":"0","trc":"USDT","vsx":"0.25",${at},"ro":false,"mk":true,"lv":10,"m":"CROSS","rpi":false}`;
const NODE = `{"s":"PERP_BTC_USDT","raid":7,"paid":0,"aid":"7","caid":"5","tg":"default","ss":"NEW","at":"STOP","sd":"BUY","ps":"BOTH","sx":"0.1","trp":"61000","trpt":"MARKET_PRICE","tss":"USELESS","px":"60000","t":"LIMIT","tpx":"0","tt":0,"tid":0,"epx":"0","esx":"0","f":"0","fa":"","rs":"","tesx":"0","aepx":"0","tf":"0","tfc":"","tr":"0","trc":"","vsx":"0.1",${at},"ro":false,"it":false,"im":false,"ia":true,"ras":"NEW","as":"NEW"}`;
const BALANCE = `{"t":"USDT","h":"100","f":"0","i":"0","psq":"0","plq":"0","s":"0","u":"0","v":"0","l":"0","e":"0","aop":"1","pnl":"0","roi":"0","fee":"0","mp":"1","ver":8,"b":"0","lcr":"0",${at}}`;
const POSITION = `{"s":"PERP_BTC_USDT","h":"-0.5","plq":"0","psq":"0","aop":"1","pnl":"0","roi":"0","fee":"0","sp":"1","mp":"1","ot":1752049062496,"aq":1,"lv":10,"m":"ISOLATED","ps":"BOTH","it":"USDT","ia":"5","il":"0","is":"0","ver":8,${at}}`;

/** `data` of each private topic (4.6), the short form of a refusal included. */
export const PRIVATE_FRAMES: readonly (readonly [topic: string, data: string])[] = [
  ['executionreport', REPORT],
  ...[1, 2, 3].map((mt) => ['executionreport', `{"mt":${mt},"s":"PERP_BTC_USDT","cid":5,"oid":13,"rs":"no"}`] as const),
  ['algoexecutionreport', `[${NODE},${NODE}]`],
  ['balance', `{"balances":[${BALANCE}]}`],
  ['position', `{"positions":[${POSITION}]}`],
  [
    'account',
    `{"m":"FUTURES","M":"CROSS","P":"ONE_WAY","l":10,"mr":"10","omr":"10","imr":"0.1","mmr":"0.05","tc":"1","fc":"1","v":"1"}`,
  ],
];

/** What the server says to commands (4.2 and 4.3), and whether that is a success. */
export const COMMAND_ANSWERS: readonly (readonly [text: string, success: boolean])[] = [
  ['{"id":"1","cmd":"SUBSCRIBE","success":true,"time":1790137718411,"data":["trade@SPOT_BTC_USDT"]}', true],
  ['{"id":"2","cmd":"UN_SUBSCRIBE","success":true,"time":1790137718411,"data":["trade@SPOT_BTC_USDT"]}', true],
  ['{"cmd":"PONG","success":true,"time":1790137731901}', true],
  ['{"id":"8","cmd":"SUBSCRIBE","success":false,"time":1790137718411,"data":"Command type invalid!"}', false],
  ['{"id":"v1","cmd":"ERROR","success":false,"time":1790137718411,"data":"Command type invalid!"}', false],
  ['{"id":"","cmd":"ERROR","success":false,"time":1790137718411,"data":"Invalid request."}', false],
  ['{"id":"3","cmd":"SUBSCRIBE","success":false,"message":"Auth is needed."}', false],
  ['{"cmd":"PING"}', false],
];

/** Refusals over REST (5 and 7), and the code that they carry. */
export const REFUSALS: readonly (readonly [status: number, body: string, code: string | null])[] = [
  [400, '{"success":false,"message":"unknown symbol"}', null],
  [400, '{"success":false,"code":-1005,"error_code":90000,"message":"symbol is required"}', '-1005'],
  [500, '{"success":false,"code":-1000,"message":"request 5f2"}', '-1000'],
  [500, '{"success":false,"message":"unknown symbol"}', null],
  [200, '{"code":503,"message":"[GW] no upstream server"}', '503'],
  [503, '{"success":false,"code":"-1011","message":"The exchange is under maintenance."}', '-1011'],
  [500, '{"success":false,"code":"-1000","message":"request 5f2"}', '-1000'],
  [429, '{"success": false, "code": -1003, "message": "too many requests"}', '-1003'],
];
