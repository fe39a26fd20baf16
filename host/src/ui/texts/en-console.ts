/** What the page writes into the browser’s console. */
export const consoleTexts = {
  refused:
    'The file with “?refused” in its address was blocked as it should be: the page asks for it with a wrong hash, to be sure that this browser blocks altered files. Nothing is broken.',
} as const;
