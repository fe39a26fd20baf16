/** Nothing to mount: this is an example to be read. */
export const get = () => {};
