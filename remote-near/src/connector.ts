import { createMount } from '@linkspan/kit/connector';
import { loadSigning, openSession, quoteSend, settleSend } from './session.ts';

/** The connector of the family `near`: an approved wallet, in a wallet selector. */
export const mount = createMount(openSession, { settle: settleSend, quote: quoteSend }, loadSigning);
