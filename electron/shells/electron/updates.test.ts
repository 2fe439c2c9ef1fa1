import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { PACKAGER, placeOfUpdates } from '../../../build/package/packager.ts';
import { offerUpdates, whyNoUpdates, type Build, type Updater } from './updates.ts';

const SIGNED: Build = { packaged: true, platform: 'darwin', hasPlace: true };

describe('a newer version', () => {
  test.each<[Partial<Build>, string | null]>([
    [{}, null],
    [{ platform: 'win32' }, null],
    [{ packaged: false }, 'it runs from its sources'],
    [{ platform: 'linux' }, 'this platform signs no programs'],
    [{ hasPlace: false }, 'this build is not signed'],
  ])('is looked for by %j: %s', (part, why) => {
    expect(whyNoUpdates({ ...SIGNED, ...part })).toBe(why);
  });

  test('has no place to come from unless the build is signed, and then one that is encrypted', () => {
    expect(PACKAGER.publish).toBeNull();
    expect(placeOfUpdates({ QUARTERDECK_UPDATES: 'https://updates.example/quarterdeck' })).toBeNull();
    expect(placeOfUpdates({ CSC_LINK: 'key' })).toBeNull();
    const place = { CSC_LINK: 'key', QUARTERDECK_UPDATES: 'https://updates.example/quarterdeck' };
    expect(placeOfUpdates(place)).toEqual({ provider: 'generic', url: place.QUARTERDECK_UPDATES });
    expect(() => placeOfUpdates({ ...place, QUARTERDECK_UPDATES: 'http://updates.example' })).toThrow('https');
  });
});

/** The library's outside; what a real one does on the wire is its own matter. */
class Library extends EventEmitter {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  allowPrerelease = true;
  disableWebInstaller = false;
  downloads = 0;
  async checkForUpdates(): Promise<null> {
    await Promise.resolve();
    this.emit('update-available', { version: '9.0.0' });
    return null;
  }
  async downloadUpdate(): Promise<string[]> {
    this.downloads += 1;
    return Promise.resolve([]);
  }
}

async function offered(answer: boolean): Promise<{ library: Library; asked: string[]; said: string[] }> {
  const library = new Library();
  const asked: string[] = [];
  const said: string[] = [];
  const ask = async (version: string): Promise<boolean> => {
    asked.push(version);
    return Promise.resolve(answer);
  };
  // A stand-in with the members that are used.
  offerUpdates(library as unknown as Updater, ask, (line) => said.push(line));
  await new Promise(setImmediate);
  return { library, asked, said };
}

describe('a version that was found', () => {
  test('is neither fetched nor installed without a yes', async () => {
    const { library, asked } = await offered(false);
    expect(asked).toEqual(['9.0.0']);
    expect(library).toMatchObject({ downloads: 0, autoDownload: false, autoInstallOnAppQuit: false });
  });

  test('is fetched after a yes, and put in place when the program ends by itself', async () => {
    const { library, said } = await offered(true);
    expect(library).toMatchObject({ downloads: 1, autoDownload: false, autoInstallOnAppQuit: true });
    expect(said).toEqual(['Version 9.0.0 is installed when the program ends.']);
  });

  test('is never an older one, one before its release, or one from the web’s own installer', async () => {
    const { library } = await offered(true);
    expect(library).toMatchObject({ allowDowngrade: false, allowPrerelease: false, disableWebInstaller: true });
  });

  test('that cannot be asked for is one line', async () => {
    const { library, said } = await offered(false);
    library.emit('error', new Error('ERR_NAME_NOT_RESOLVED\nat somewhere'));
    expect(said).toEqual(['No update: ERR_NAME_NOT_RESOLVED']);
  });
});
