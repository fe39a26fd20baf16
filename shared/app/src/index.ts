export {
  type Balance,
  LinkspanError,
  type Readable,
  type ReleaseStatus,
  type RemoteState,
  type Sent,
  type Signed,
  type SignInFields,
  type WalletRef,
} from '@linkspan/contract';
export { rpcCodeOf } from './error.ts';
export { getLinkspan } from './linkspan.ts';
export type { ShellRequest } from './page.ts';
export { withSummary } from './summary.ts';
export type { ConnectedView, ConnectionView, Linkspan, LinkspanFamily } from './views.ts';
