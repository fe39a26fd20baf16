/** The texts that the page's inline script carries. */
export const bootTexts = {
  /** As the card's status has it. */
  returning: 'Reconnecting',
} as const;
