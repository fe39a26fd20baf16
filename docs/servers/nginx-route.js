// What a store may say by a route through the page's origin: the body of a 200, of at most 500,000 bytes.
// For nginx-route.conf; njs 0.7.9 and later.

const mostBytes = 500000;

/** Takes every header away, whatever its name, and says what the file is. */
function clean(r) {
  for (const name in r.headersOut) {
    delete r.headersOut[name];
  }
  if (r.status < 400 && r.status !== 200) {
    // Nobody is led on. And after an interim answer such as 103 the store would write the headers of the next one itself.
    throw new Error(`The store answers with ${r.status}`);
  }
  const isDocument = r.uri.endsWith('.json');
  if (r.status !== 200) {
    r.headersOut['Content-Type'] = 'text/plain';
    r.headersOut['Cache-Control'] = 'no-store';
  } else {
    r.headersOut['Content-Type'] = isDocument ? 'application/json' : 'text/javascript; charset=utf-8';
    r.headersOut['Cache-Control'] = isDocument ? 'no-cache' : 'public, max-age=31536000, immutable';
  }
}

/** Passes a part of a body on, and ends an answer that is longer than any should be. */
function bound(r, data, flags) {
  const passed = Number(r.variables.linkspan_passed) + data.length;
  r.variables.linkspan_passed = passed;
  if (passed > mostBytes) {
    throw new Error(`The store answers with more than ${mostBytes} bytes`);
  }
  r.sendBuffer(r.status === 200 ? data : '', flags);
}

// biome-ignore lint/style/noDefaultExport: it is what nginx takes of a script.
export default { clean, bound };
