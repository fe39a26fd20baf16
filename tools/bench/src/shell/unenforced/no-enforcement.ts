// Stands in for host/src/loader/enforce.ts where the bench measures what enforcement costs. No product has it.

/** Narrows no policy, puts no import map into the page, imports no probe, and proves at once. */
export const createEnforce = () => async () => async () => true;
