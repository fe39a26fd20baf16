/** This many ports that nothing listens on. */
export function findFreePorts(count: number): Promise<number[]>;
