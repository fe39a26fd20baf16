/** By this parameter the address that is come back to names the attempt that it answers. */
export const attemptParameter = 'near_attempt';
