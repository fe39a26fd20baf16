// The types of `@linkspan/host`, which is built: `src/deploy/index.ts` is checked against them.

/** The parameters of a deploy. */
export interface Deployment {
  /** Folder of the built host: `dist` of this package. */
  readonly built: string;
  readonly configFile: string;
  /** A configuration in place of that in the file, whose folder its paths are relative to. */
  readonly config?: unknown;
  /** Folder of the site. */
  readonly site: string;
  /** Folder of a built application, which the shell becomes a part of; may be the site itself. */
  readonly app?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An application's page in development, rendered at each load. */
export interface DevelopmentPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the page loads from its server, beside the built host's files: by address. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Writes the site of a page. Returns lines about what the configuration should have besides. */
export function deploy(deployment: Deployment): Promise<readonly string[]>;

/** The page of an application as its development server has it. `sockets` are addresses that it may reach besides. */
export function renderDevelopment(
  deployment: Omit<Deployment, 'app'>,
  html: string,
  sockets: readonly string[],
): Promise<DevelopmentPage>;

/** Why a deploy was refused, in sentences for people; undefined for a fault of the deploy itself. */
export function sayMistake(error: unknown): string | undefined;
