/** Where the documents and files of a remote are in a store. */
export const livePath = (remote: string) => `${remote}/live.json`;

export const rootPath = (remote: string, version: number) => `${remote}/root/${version}.json`;

/** Ends in `/`; relative to the live document, it is the same without the remote. */
export const releasePath = (remote: string, version: string) => `${remote}/releases/${version}/`;

/** The name of a manifest's envelope, beside the files of its release. */
export const manifestName = 'manifest.json';
