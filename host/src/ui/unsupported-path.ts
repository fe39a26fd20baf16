/** The address of the page for browsers that are too old, on the page's own origin. */
export const unsupportedPath = '/unsupported.html';

/** The same for who only asks which browsers work: what did not start may have another reason. */
export const browsersPath = `${unsupportedPath}#works`;
