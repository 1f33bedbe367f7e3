// How each event sounds: notes made by the browser itself, so that nothing is loaded.
//
// A note is [when in s, frequency in Hz, length in s, level, wave, frequency at its end]; "noise" is a short rush of air
// around the frequency.

const C5 = 523, E5 = 659, G5 = 784, A4 = 440, B5 = 988, C6 = 1047, E6 = 1319, G4 = 392, E4 = 330;

const VOICES = {
  place: [[0, 900, 0.05, 0.5, "noise"], [0, 170, 0.11, 0.6, "sine", 110]],
  flip: [[0, 300, 0.13, 0.28, "triangle", 620]],
  rule: [[0, C5, 0.16, 0.3, "triangle"], [0.09, G5, 0.26, 0.3, "triangle"]],
  combo: [[0, C5, 0.12, 0.26, "triangle"], [0.08, E5, 0.12, 0.26, "triangle"], [0.16, G5, 0.12, 0.26, "triangle"], [0.24, C6, 0.3, 0.3, "triangle"]],
  turn: [[0, E5, 0.3, 0.3, "sine"], [0.13, B5, 0.5, 0.24, "sine"]],
  begin: [[0, G4, 0.12, 0.22, "square"], [0.11, C5, 0.12, 0.22, "square"], [0.22, E5, 0.32, 0.2, "square"]],
  won: [[0, C5, 0.18, 0.3, "triangle"], [0.15, E5, 0.18, 0.3, "triangle"], [0.3, G5, 0.18, 0.3, "triangle"], [0.45, C6, 0.6, 0.32, "triangle"]],
  lost: [[0, A4, 0.25, 0.3, "triangle"], [0.22, G4, 0.25, 0.3, "triangle"], [0.44, E4, 0.6, 0.3, "triangle", 300]],
  drawn: [[0, G4, 0.22, 0.3, "triangle"], [0.24, G4, 0.45, 0.3, "triangle"]],
  ended: [[0, G4, 0.22, 0.28, "triangle"], [0.2, C5, 0.45, 0.28, "triangle"]],
  challenge: [[0, 240, 0.07, 0.6, "sine", 150], [0.16, 240, 0.07, 0.6, "sine", 150], [0.36, B5, 0.4, 0.2, "sine"]],
  chat: [[0, C6, 0.07, 0.18, "sine", E6]],
  spoils: [[0, E5, 0.12, 0.22, "sine"], [0.1, B5, 0.12, 0.22, "sine"], [0.2, E6, 0.5, 0.2, "sine"]],
  clock: [[0, 1500, 0.03, 0.3, "square"]],
};

let context = null;
let air = null;

export function awake() {
  return context?.state === "running";
}

// Browsers let a page sound only after somebody has done something in it.
export async function wake() {
  if (!("AudioContext" in window)) return false;
  context ??= new AudioContext();
  if (context.state !== "running") await context.resume().catch(() => {});
  return awake();
}

function rush() {
  if (air) return air;
  air = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = air.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return air;
}

function sourceOf(wave, frequency, end, at, length) {
  if (wave === "noise") {
    const source = context.createBufferSource();
    source.buffer = rush();
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency });
    source.connect(filter);
    return [source, filter];
  }
  const source = new OscillatorNode(context, { type: wave, frequency });
  if (end) source.frequency.exponentialRampToValueAtTime(end, at + length);
  return [source, source];
}

// Plays an event so many seconds from now, at a volume from 0 to 1.
export function sound(name, after, volume) {
  const loudness = context.createGain();
  // What is felt as half as loud is much less than half.
  loudness.gain.value = volume ** 2;
  loudness.connect(context.destination);
  for (const [when, frequency, length, level, wave, end] of VOICES[name] ?? []) {
    const at = context.currentTime + 0.02 + after + when;
    const [source, last] = sourceOf(wave, frequency, end, at, length);
    const shape = context.createGain();
    shape.gain.setValueAtTime(0, at);
    shape.gain.linearRampToValueAtTime(level, at + 0.008);
    shape.gain.exponentialRampToValueAtTime(0.0005, at + length + 0.05);
    last.connect(shape).connect(loudness);
    source.start(at);
    source.stop(at + length + 0.06);
  }
}
