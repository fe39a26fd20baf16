import { liveDocumentName, newestRootName } from '@linkspan/trust';

/** Where the documents and files of a remote are in a store. */
export const livePath = (remote: string) => `${remote}/${liveDocumentName}`;

/** A former live document, kept when the next one took its place: who was live when. */
export const historyPath = (remote: string, version: number) => `${historyFolder(remote)}${version}.json`;

export const historyFolder = (remote: string) => `${remote}/history/`;

/** A copy of the newest root that pages are to know. */
export const newestRootPath = (remote: string) => `${remote}/${newestRootName}`;

export const rootPath = (remote: string, version: number) => `${remote}/root/${version}.json`;

/** All that belongs to releases of a remote: a folder for each, and those in which their files lie together. */
export const releasesFolder = (remote: string) => `${remote}/releases/`;

/** Where the manifest of a release is, and what its checks found; ends in `/`. */
export const releasePath = (remote: string, version: string) => `${releasesFolder(remote)}${version}/`;

/** The name of a manifest's envelope, beside the files of its release. */
export const manifestName = 'manifest.json';

/** What the store's owner demands of publishers. */
export const policyPath = 'policy.json';

/** The host team's own list of releases that must not run. */
export const blocklistPath = 'blocklist.json';

/** Which release a sequence belongs to. */
export const sequencePath = (remote: string, sequence: number) => `${sequenceFolder(remote)}${sequence}.json`;

export const sequenceFolder = (remote: string) => `${remote}/sequence/`;
