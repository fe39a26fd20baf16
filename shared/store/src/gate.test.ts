import { describe, expect, it, vi } from 'vitest';
import { createGate } from './gate.ts';
import { createFrames } from './testing/frames.ts';

function open() {
  const frames = createFrames();
  const gate = createGate(frames.next);
  const listener = vi.fn();
  const end = gate.listen(listener);
  return { frames, gate, listener, end };
}

describe('a gate', () => {
  it('tells the first change at once', () => {
    const { gate, listener } = open();
    gate.touch();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('tells all others of a frame together, at its end', () => {
    const { gate, listener, frames } = open();
    for (let count = 0; count < 10; count += 1) gate.touch();
    expect(listener).toHaveBeenCalledOnce();
    frames.pass();
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('tells no more often than there are frames, however long the flood', () => {
    const { gate, listener, frames } = open();
    for (let frame = 0; frame < 60; frame += 1) {
      for (let count = 0; count < 166; count += 1) gate.touch();
      frames.pass();
    }
    expect(listener).toHaveBeenCalledTimes(61);
  });

  it('is open again after a frame in which nothing came', () => {
    const { gate, listener, frames } = open();
    gate.touch();
    frames.pass();
    gate.touch();
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('asks for no frame while nothing changes', () => {
    const { gate, frames } = open();
    gate.touch();
    frames.pass();
    frames.pass();
    expect(frames.asked()).toBe(1);
  });

  it('keeps what a listener changes for the next frame', () => {
    const { gate, frames } = open();
    const again = vi.fn(() => {
      if (again.mock.calls.length < 3) gate.touch();
    });
    gate.listen(again);
    gate.touch();
    expect(again).toHaveBeenCalledTimes(1);
    frames.pass();
    frames.pass();
    frames.pass();
    expect(again).toHaveBeenCalledTimes(3);
  });

  it('tells nobody who has gone, and the others though one throws', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const { gate, end, listener } = open();
    const staying = vi.fn();
    gate.listen(() => {
      throw new Error('a view broke');
    });
    gate.listen(staying);
    end();
    gate.touch();
    expect([listener, staying, reported].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
  });
});
