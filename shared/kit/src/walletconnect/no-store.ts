/** Stands in for `@walletconnect/keyvaluestorage`, which is not used with a store of our own. */
// biome-ignore lint/style/noDefaultExport: the module that it replaces has one.
export default class {}
