/** Has a button open the wallet dialog, in browsers with invoker commands before any script has run. */
export const opensDialog = { command: 'show-modal', commandfor: 'connect' };
