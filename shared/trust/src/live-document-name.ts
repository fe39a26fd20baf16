/** The live document's name below a remote's address; a development server's is unsigned. */
export const liveDocumentName = 'live.json';

/** The name of a copy of the newest root beside it, replaced with each root: who reads it learns which root to ask for. */
export const newestRootName = 'root.json';
