/** What can be wrong with an address, the worst first. */
export const nodeFaults = ['other-chain', 'busy', 'portal', 'malformed', 'unreachable'] as const;

/** Why an address gave no answer. */
export class NodeFault extends Error {
  readonly fault: (typeof nodeFaults)[number];

  constructor(fault: (typeof nodeFaults)[number], message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
