/** Stands in for `@walletconnect/keyvaluestorage`, which nothing makes where a store is given. */
// biome-ignore lint/style/noDefaultExport: the module that it replaces has one.
export default class {}
