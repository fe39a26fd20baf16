// The discovery of a faulty release. `BUILT` becomes the file name of the remote's own discovery, and `FAULTS_KEY` the
// key of the page's faults in `localStorage`. A discovery must be small, so it imports its own on demand.
const faults = JSON.parse(localStorage.getItem('FAULTS_KEY') ?? '{}');

if (faults['discovery.evaluation'] === 'blocks') for (;;);

const built = await import('./BUILT');
export const discover = built.discover;
