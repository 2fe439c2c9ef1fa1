import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';

/**
 * All nine fuses of the runtime, each written out. They are set in the packaged program itself, where no
 * switch or variable of whoever starts it can change them.
 */
export const FUSES = {
  /** ELECTRON_RUN_AS_NODE would make a signed Node of the program. */
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  /** NODE_OPTIONS and NODE_EXTRA_CA_CERTS would load code and trust strangers. */
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  /** --inspect would open the core's memory to a debugger. */
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  /** The page has a scheme of its own; file: has no rights. */
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  /** The HTTP client's parser is WebAssembly. */
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies Record<FuseV1Options, boolean>;

/**
 * Sets every fuse of a runtime and reads them back.
 *
 * @param program the runtime's file, or the .app of macOS.
 * @throws Error when a fuse is not what was written, or the runtime has one that is not named here.
 */
export async function setFuses(program: string): Promise<void> {
  await flipFuses(program, { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...FUSES });
  await checkFuses(program);
}

/** Throws Error naming the first fuse of a runtime that is not as it should be. */
export async function checkFuses(program: string): Promise<void> {
  const wire: Readonly<Record<string, unknown>> = { ...(await getCurrentFuseWire(program)) };
  for (const [fuse, on] of Object.entries(FUSES))
    if (wire[fuse] !== (on ? FuseState.ENABLE : FuseState.DISABLE))
      throw new Error(`the fuse ${FuseV1Options[Number(fuse)]} is not ${on ? 'on' : 'off'}`);
}
