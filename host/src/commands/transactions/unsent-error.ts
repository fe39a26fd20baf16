import { LinkspanError } from '@linkspan/contract';

/** A send that a network has ended before the wallet was asked: nothing can have been sent. */
export class UnsentError extends LinkspanError {}
