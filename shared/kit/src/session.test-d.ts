// Programs that must not compile. `tsc` checks this file; nothing runs it.
import type { Approved, Lease, Mount } from '@linkspan/contract';
import { createMount } from './connector.ts';
import type { Family, OpenSession, QuoteSend, Session, SessionEvents } from './session.ts';

declare const evmSession: Session<'eip155'>;
declare const openEvm: OpenSession<'eip155'>;
declare const evm: Family<'eip155'>;
declare const quoteSolana: QuoteSend<'solana'>;
declare const evmEvents: SessionEvents<'eip155'>;
declare const evmApproved: Approved<'eip155'>;
declare const solanaLease: Lease<'solana'>;

export const evmMount: Mount<'eip155'> = createMount(evm);

// @ts-expect-error one family's session for another's
export const foreignSession: Session<'solana'> = evmSession;
// @ts-expect-error one family's opening for another's
export const foreignOpen: OpenSession<'solana'> = openEvm;
// @ts-expect-error one family's connector for another's
export const foreignMount: Mount<'solana'> = createMount(evm);
// @ts-expect-error another family's chains
createMount<'eip155', unknown>({ ...evm, loadQuote: async () => ({ quote: quoteSolana }) });
// @ts-expect-error a change to another family's account
evmEvents.changed(['solana:main:a']);
// @ts-expect-error a change to no account
evmEvents.changed([]);
// @ts-expect-error an end without a reason
evmEvents.ended();
// @ts-expect-error an adoption through another family's lease
export const adopted = (mount: Mount<'eip155'>) => mount({} as never).adopt(evmApproved, solanaLease);
