import type { Socket } from 'node:net';
import type { Lane } from './lane.ts';
import type { Pump } from './pump.ts';

/** A packet's payload on an ordinary line. */
const packetBytes = 1_460;

/** How much of one stream may wait before no more of it is read. */
const mostWaiting = 64_000;

/** One direction of a connection. */
export interface Passage {
  readonly from: Socket;
  readonly to: Socket;
  readonly lane: Lane;
  readonly pump: Pump;
  /** Is told of bytes as they arrive. */
  count(bytes: number): void;
}

/** Passes on what one end of a connection sends, its end, and that it breaks off. */
export function pass(passage: Passage): void {
  const { from, to, lane, pump } = passage;
  passBytes(passage);
  const passSign = (arrived: () => void) => {
    lane.put(from, { bytes: 0, arrived }, pump.now());
    pump.run();
  };
  from.on('end', () => passSign(() => void to.end()));
  // What is wrong is told by the closing that follows.
  from.on('error', () => {});
  from.on('close', (hadError) => {
    if (from.readableEnded && !hadError) return;
    lane.drop(from);
    passSign(() => void to.resetAndDestroy());
  });
}

function passBytes({ from, to, lane, pump, count }: Passage): void {
  let waiting = 0;
  // What the other end does not take counts as waiting.
  const hold = () => (waiting + to.writableLength > mostWaiting ? from.pause() : from.resume());
  const toParcel = (packet: Buffer) => ({
    bytes: packet.length,
    left() {
      waiting -= packet.length;
      hold();
    },
    arrived() {
      count(packet.length);
      if (to.writable) to.write(packet);
    },
  });
  from.on('data', (bytes: Buffer) => {
    waiting += bytes.length;
    for (const packet of toPackets(bytes)) lane.put(from, toParcel(packet), pump.now());
    pump.run();
    hold();
  });
  to.on('drain', hold);
}

function* toPackets(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += packetBytes) yield bytes.subarray(at, at + packetBytes);
}
