import { createMount } from '@linkspan/kit/connector';
import type { SettleSend } from '@linkspan/kit/session';
import { loadSigning, openSession } from './session.ts';

/** A part of its own: a page that has nothing sent needs nothing of it. */
const settle: SettleSend<'eip155'> = async (send, port) => (await import('./settle.ts')).settle(send, port);

/** The connector of the family `eip155`: an approved wallet, in wagmi. */
export const mount = createMount(openSession, settle, loadSigning);
