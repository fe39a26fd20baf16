/** The live document's name below a remote's address; a development server's is unsigned. */
export const liveDocumentName = 'live.json';
