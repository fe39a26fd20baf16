/** What a browser says of its device. */
export interface DeviceFacts {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** Not in Firefox and Safari. */
  readonly userAgentData?: { readonly mobile: boolean };
}

/** Whether the page is on a phone or a tablet, with Android or iOS: wallets are apps there. False outside of a browser. */
export function isPhone(device: DeviceFacts | undefined = globalThis.navigator): boolean {
  if (device === undefined) return false;
  const { userAgent, maxTouchPoints, userAgentData } = device;
  if (userAgentData?.mobile) return true;
  // An iPad says that it is a Mac.
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
