export type { Readable, Sent, Signed } from '@linkspan/contract';
export { LinkspanError } from './error.ts';
export { getLinkspan } from './linkspan.ts';
export type { SignInFields } from './page.ts';
export type {
  BalanceView,
  ConnectedView,
  ConnectionView,
  FamilyView,
  Linkspan,
  RemoteView,
  RequestView,
  WalletView,
} from './views.ts';
