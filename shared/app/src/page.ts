import type {
  Answer,
  CallRequest,
  FamilyId,
  Network,
  NetworkId,
  Readable,
  RequestInput,
  View,
} from '@linkspan/contract';

// The border between an application and the shell beside it, which one deploy has put together. Not for applications.

/** The global `linkspanPage`, from before any module of the application runs. */
export interface ShellPage {
  /** Changes if an application of an older package could not use the shell. */
  readonly version: 1;
  readonly families: readonly PageFamily[];
  /** Rejects with `loader/host` if the shell did not start. */
  readonly shell: Promise<ApplicationShell>;
}

/** A family of the page's configuration. */
export interface PageFamily {
  readonly id: FamilyId;
  readonly title: string;
  readonly namespace: string;
  readonly networks: readonly [Network, ...Network[]];
}

/** What the shell does for an application. Each promise rejects with an error of the contract. */
export interface ApplicationShell {
  readonly view: View;
  request(family: FamilyId): Readable<ShellRequest>;
  open(view: ShellView, family?: FamilyId): void;
  close(): void;
  /** Without a wallet the person chooses one. Resolves once it is connected. */
  connect(family: FamilyId, walletId: string | undefined, signal: AbortSignal | undefined): Promise<void>;
  disconnect(family: FamilyId): Promise<void>;
  switchNetwork(family: FamilyId, network: NetworkId): Promise<void>;
  switchAccount(family: FamilyId, account: string): Promise<void>;
  ask(family: FamilyId, input: RequestInput): Promise<Answer>;
  call(family: FamilyId, call: Omit<CallRequest, 'kind'>): Promise<unknown>;
}

export type ShellView = 'connect' | 'accounts' | 'activity';

/** What a wallet is being asked. */
export interface ShellRequest {
  readonly state: 'none' | 'waiting' | 'asking' | 'failed';
  readonly method?: string;
  readonly by?: 'shell' | 'application';
}

declare global {
  var linkspanPage: ShellPage | undefined;
}
