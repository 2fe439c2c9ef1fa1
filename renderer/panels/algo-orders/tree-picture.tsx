import { useRef, type ReactElement } from 'react';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { approximate, grouped, isZero } from '../../../shared/decimal.ts';
import { useFeed, useFeedRow } from '../../state/feeds/feeds.ts';
import { notify } from '../../state/notices.ts';
import { Button } from '../../ui/controls/button.tsx';
import { flatten } from './tree/flatten.ts';
import { BOX, layOut } from './picture.ts';

const WIDTH = 680;
const MOST = 200;

/** The tree of a node along the price axis, with the market moving through it. */
export function TreePicture({ node }: { readonly node: AlgoRow }): ReactElement | null {
  const root = node.rootId ?? node.id;
  const rows = useFeed('algoOrders', '', (state) => state.rows);
  const last = useFeedRow('market', node.symbol, node.symbol)?.last ?? null;
  const drawing = useRef<SVGSVGElement>(null);
  const tree = new Map([...rows].filter(([, row]) => row.id === root || row.rootId === root));
  const all = flatten(tree, { wanted: () => true, collapsed: new Set() });
  const lines = all.slice(0, MOST).flatMap(({ id, level }) => {
    const row = tree.get(id);
    return row === undefined ? [] : [{ row, level }];
  });
  if (lines.length === 0) return null;
  const market = last === null ? null : approximate(last);
  const { width, height, boxes, xOf } = layOut(lines, market, WIDTH);
  const places = new Map(boxes.map((box) => [box.id, box]));
  return (
    <figure className="algo-picture">
      <svg
        ref={drawing}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Tree of ${root} along the price axis`}
      >
        {market === null || last === null ? null : (
          <g className="algo-market">
            <line x1={xOf(market)} x2={xOf(market)} y1={0} y2={height - 16} />
            <text x={xOf(market)} y={height - 4}>
              {grouped(last)}
            </text>
          </g>
        )}
        {boxes.map((box) => {
          const parent = box.parent === null ? undefined : places.get(box.parent);
          return parent === undefined ? null : (
            <path
              key={`${box.id} edge`}
              className="algo-edge"
              d={`M ${parent.x} ${parent.y + BOX.height} L ${parent.x} ${box.y - 6} L ${box.x} ${box.y - 6} L ${box.x} ${box.y}`}
            />
          );
        })}
        {boxes.map(({ id, row, x, y }) => (
          <g
            key={id}
            className={`algo-box${row.open ? '' : ' algo-box-ended'}${id === node.id ? ' algo-box-chosen' : ''}`}
          >
            <rect x={x - BOX.width / 2} y={y} width={BOX.width} height={BOX.height} rx={4} />
            <text x={x} y={y + 12}>
              {row.algoType}
            </text>
            <text x={x} y={y + 24} className="algo-box-detail">
              {[amountOf(row), row.algoStatus].filter((part) => part !== null).join(' · ')}
            </text>
          </g>
        ))}
      </svg>
      {all.length > MOST ? (
        <figcaption>
          The first {MOST} of {all.length} nodes
        </figcaption>
      ) : null}
      <Button size="small" onClick={() => copy(drawing.current)}>
        Copy as SVG
      </Button>
    </figure>
  );
}

/** The drawing as a text of its own, with the colours that it has here. */
function copy(drawing: SVGSVGElement | null): void {
  if (drawing === null) return;
  const style = getComputedStyle(drawing);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const rules = `text{font:10px sans-serif;text-anchor:middle;fill:${colour('--text')}}rect{fill:${colour('--panel')};stroke:${colour('--line-strong')}}path,line{fill:none;stroke:${colour('--line-strong')}}.algo-market line{stroke:${colour('--accent')}}`;
  const text = new XMLSerializer()
    .serializeToString(drawing)
    .replace('>', `><style>${rules}</style><rect width="100%" height="100%" fill="${colour('--panel')}"/>`);
  navigator.clipboard.writeText(text).then(
    () => notify('success', 'The picture is in the clipboard as SVG'),
    () => notify('warning', 'Copying is not allowed here'),
  );
}

/** The price that stands in a box, as the exchange wrote it. */
const amountOf = ({ triggerPrice, price, activatedPrice }: AlgoRow): string | null =>
  [triggerPrice, price, activatedPrice].find((value) => value !== null && !isZero(value)) ?? null;
