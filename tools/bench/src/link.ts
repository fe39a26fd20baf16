import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** How slow the link is, for all connections together. */
export interface LinkSpeed {
  readonly roundTripMs: number;
  /** To the browser. */
  readonly downKbps: number;
  /** To the servers. */
  readonly upKbps: number;
}

/** A slow link between a browser and servers of this machine. */
export interface Link {
  /** Opens a port of localhost for the server at `port`, and returns it. */
  carry(port: number): Promise<number>;
  close(): Promise<void>;
}

const host = 'localhost';
/** A packet's payload. */
const packetBytes = 1_460;
/** So much of one stream may wait before no more of it is read. */
const maxWaiting = 64_000;

/**
 * Opens a link that all its ports share, with one fair queue in each direction. A connection costs one round trip
 * before its first byte leaves, as TCP's handshake does; TLS takes its own round trips, since its bytes use the link.
 * DevTools' emulation has neither. There is no slow start and no loss.
 */
export function openLink({ roundTripMs, downKbps, upKbps }: LinkSpeed): Link {
  const down = new Lane(downKbps, roundTripMs / 2);
  const up = new Lane(upKbps, roundTripMs / 2);
  const sockets = new Set<Socket>();
  const servers: Server[] = [];

  function connect(client: Socket, port: number): void {
    const server = new Socket({ allowHalfOpen: true });
    for (const socket of [client, server]) {
      socket.setNoDelay().on('error', () => {});
      sockets.add(socket.on('close', () => sockets.delete(socket)));
    }
    up.put(client, 0, () => server.connect(port, '127.0.0.1'), roundTripMs);
    pass(client, server, up);
    pass(server, client, down);
  }

  return {
    async carry(port) {
      const server = createServer({ allowHalfOpen: true }, (client) => connect(client, port));
      servers.push(server.listen(0, host));
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    async close() {
      const closed = servers.map((server) => once(server.close(), 'close'));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/** Passes on the bytes of one end, its end, and its reset. */
function pass(from: Socket, to: Socket, lane: Lane): void {
  let waiting = 0;
  const hold = () => (waiting + to.writableLength > maxWaiting ? from.pause() : from.resume());
  from.on('data', (bytes: Buffer) => {
    waiting += bytes.length;
    for (let at = 0; at < bytes.length; at += packetBytes) {
      const packet = bytes.subarray(at, at + packetBytes);
      lane.put(from, packet.length, () => {
        waiting -= packet.length;
        if (to.writable) to.write(packet);
        hold();
      });
    }
    hold();
  });
  to.on('drain', hold);
  from.on('end', () => lane.put(from, 0, () => to.end()));
  from.on('close', (hadError) => {
    if (hadError || !from.readableEnded) lane.put(from, 0, () => to.resetAndDestroy());
  });
}

interface Parcel {
  readonly bytes: number;
  readonly readyMs: number;
  arrive(): void;
}

/**
 * One direction of the link: one parcel after another at the rate, each delayed after it has left. Parcels of a stream
 * keep their order, and streams take turns. Times are calculated, so that a late timer delays nothing that follows.
 */
class Lane {
  readonly #kbps: number;
  readonly #delayMs: number;
  /** Of each stream that waits, the next one first. */
  readonly #queues = new Map<object, Parcel[]>();
  readonly #underWay: { readonly parcel: Parcel; readonly arrivesMs: number }[] = [];
  #freeMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(kbps: number, delayMs: number) {
    this.#kbps = kbps;
    this.#delayMs = delayMs;
  }

  put(stream: object, bytes: number, arrive: () => void, afterMs = 0): void {
    const queue = this.#queues.get(stream) ?? [];
    this.#queues.set(stream, queue);
    queue.push({ bytes, arrive, readyMs: performance.now() + afterMs });
    this.#advance();
  }

  #advance(): void {
    const nowMs = performance.now();
    for (let startMs = this.#nextMs(); startMs <= nowMs; startMs = this.#nextMs()) this.#send(startMs);
    for (let first = this.#underWay[0]; first && first.arrivesMs <= nowMs; first = this.#underWay[0]) {
      this.#underWay.shift();
      first.parcel.arrive();
    }
    clearTimeout(this.#timer);
    const dueMs = Math.min(this.#nextMs(), this.#underWay[0]?.arrivesMs ?? Number.POSITIVE_INFINITY);
    if (Number.isFinite(dueMs)) this.#timer = setTimeout(() => this.#advance(), Math.ceil(dueMs - nowMs));
  }

  /** When the next parcel leaves. */
  #nextMs(): number {
    const ready = [...this.#queues.values()].map(([first]) => first?.readyMs ?? Number.POSITIVE_INFINITY);
    return Math.max(this.#freeMs, Math.min(...ready));
  }

  #send(startMs: number): void {
    for (const [stream, queue] of this.#queues) {
      const [parcel] = queue;
      if (!parcel || parcel.readyMs > startMs) continue;
      queue.shift();
      this.#queues.delete(stream);
      if (queue.length > 0) this.#queues.set(stream, queue);
      // A thousand bits a second are a bit a millisecond.
      this.#freeMs = startMs + (parcel.bytes * 8) / this.#kbps;
      this.#underWay.push({ parcel, arrivesMs: this.#freeMs + this.#delayMs });
      return;
    }
  }
}
