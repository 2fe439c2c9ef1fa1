import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('writes CSV that a spreadsheet reads as it is and never runs', () => {
  expect(csvLine(['a', '1.50', '-3.2', 'x,y', 'say "hi"', 'two\nlines', ''])).toBe(
    'a,1.50,-3.2,"x,y","say ""hi""","two\nlines",',
  );
  expect(csvLine(['=1+1', '+1', '@x', '-cmd', '\tx'])).toBe("'=1+1,'+1,'@x,'-cmd,\"'\tx\"");
  expect(csvLine(["-2+3+cmd|' /C calc'!A0", '-1-1', '-1.2.3', ' =1', '＝1', '-0.00000001'])).toBe(
    "\"'-2+3+cmd|' /C calc'!A0\",'-1-1,-1.2.3,' =1,'＝1,-0.00000001",
  );
});

it.each([';', '\t', ',', '|'])('lets no formula begin after %j either, which other programs split at', (separator) => {
  for (const sign of ['=', '+', '-', '@', '＝']) {
    const line = csvLine([`x${separator}${sign}1+1`, `x${separator}  ${sign}1+1`, 'y']);
    expect(line.split(separator).filter((cell) => /^\s*"?\s*[=+\-@＝]/.test(cell))).toEqual([]);
  }
});

/** A reader of RFC 4180 of its own: one line, its cells. */
function cellsOf(line: string): string[] {
  return [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/gs)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );
}

it('keeps every text, but for the apostrophe before what would run', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), (values) => {
      const read = cellsOf(csvLine(values));
      const plain = (cell: string): string => cell.replaceAll(/([;\t,|]\s*)'(?=[=+\-@＝＋－＠])/g, '$1');
      const texts = values.map(plain);
      expect(read.map(plain).map((cell, at) => (cell === `'${texts[at]}` ? texts[at] : cell))).toEqual(texts);
      for (const cell of read) expect(/^[=+@\t\r]/.test(cell)).toBe(false);
    }),
  );
});
