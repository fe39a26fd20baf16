/** Stands in for `cross-fetch`: every browser of the page has its own. */
// biome-ignore lint/style/noDefaultExport: the module that it replaces has one.
export default globalThis.fetch.bind(globalThis);
