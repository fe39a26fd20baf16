/** No wallets: this is an example to be read. */
export const discover = () => [];
