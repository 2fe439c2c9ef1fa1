import { writeDurable } from '../durable-file.ts';

/** Writes a text of so many characters over a durable file, and says what came of it. */
const [path = '', length = '0'] = process.argv.slice(2);
try {
  writeDurable(path, 'x'.repeat(Number(length)), 2);
  console.log('written');
} catch (error) {
  console.log(String(error));
}
