/** Stands in for `secp256k1`, which is imported as a whole. */
// biome-ignore lint/style/noDefaultExport: the module that it replaces has one.
export default {};
