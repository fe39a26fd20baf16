import type { ProgramId } from '../../../scripts/programs.mjs';

/** A browser that is driven over its own protocol, so that the same steps can be taken in each. */
export interface Engine extends AsyncDisposable {
  /** A session that shares nothing with any other: no storage, and no cache, which would serve earlier files. */
  open(options?: SessionOptions): Promise<Session>;
}

/** How a session differs from a person's browser. */
export interface SessionOptions {
  /** Its pages' timers and clock can be brought forward, where the engine can do that. */
  readonly canPassTime?: boolean;
}

/** One person's browser with one page. */
export interface Session extends AsyncDisposable {
  /** Opens an address, and waits until its page has loaded. */
  go(address: string): Promise<void>;
  /** The value of an expression in the page, as JSON has it; what it settles to where it is a promise. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Opens another tab of the same browser: it shares storage and caches. It ends with the session. */
  openTab(): Promise<Session>;
  /** Closes this tab, whatever its page is doing, where the engine lets its driver do that. */
  close?(): Promise<void>;
  /**
   * Brings the clock and the timers of all tabs forward: what comes due fires once. Where it is not there, time can
   * only be waited for.
   */
  passTime?(ms: number): Promise<void>;
  /** Runs a script in every page from now on, before the page's own scripts, where the engine can do that. */
  beforePages?(script: string): Promise<void>;
  /** Cuts the network of all tabs off, or gives it back, where the engine can do that. */
  setOffline?(isOffline: boolean): Promise<void>;
  /** How much this tab's page holds once its garbage is collected, in bytes, where the engine tells. */
  heapBytes?(): Promise<number>;
  /** What the pages have thrown that nobody caught, each in a line, where the engine tells. */
  uncaught?(): readonly string[];
}

/** An engine that a machine has, or could have. */
export interface EngineKind {
  readonly name: 'Chromium' | 'Firefox' | 'WebKitGTK';
  /** What has to be installed for it; Chromium is always there. */
  readonly program?: ProgramId;
  readonly isMissing: boolean;
  start(): Promise<Engine>;
}

/** An expression of the same value as JSON text, whatever the value is. */
export function toJsonExpression(expression: string): string {
  return `Promise.resolve(${expression}).then((value) => JSON.stringify([value]))`;
}

/** The value of that text. */
export function readJsonAnswer<Value>(text: unknown): Value {
  if (typeof text !== 'string')
    throw new Error(`The page answered ${JSON.stringify(text)} in place of text.`);
  return JSON.parse(text)[0];
}
