// @ts-check
/** Small sounds made on the spot; no files. Silent until the first touch, as browsers want it. */

/** @typedef {"dice"|"step"|"hit"|"short"|"turn"|"end"} Sound */
/** @typedef {{at: number, hz: number, to?: number, ms: number, gain: number, noise?: boolean}} Tone */

/** @type {Record<Sound, Tone[]>} */
const SCORES = {
  dice: [0, 55, 95, 150, 230].map((at, index) => ({ at, hz: 1800 - index * 160, ms: 28, gain: 0.22 - index * 0.03, noise: true })),
  step: [{ at: 0, hz: 950, ms: 35, gain: 0.3, noise: true }, { at: 0, hz: 210, to: 120, ms: 70, gain: 0.25 }],
  hit: [{ at: 0, hz: 700, ms: 50, gain: 0.4, noise: true }, { at: 0, hz: 170, to: 70, ms: 150, gain: 0.4 }],
  short: [{ at: 0, hz: 880, ms: 90, gain: 0.14 }, { at: 170, hz: 880, ms: 90, gain: 0.14 }],
  turn: [{ at: 0, hz: 587, ms: 120, gain: 0.12 }, { at: 110, hz: 880, ms: 220, gain: 0.1 }],
  end: [392, 523, 659, 784].map((hz, index) => ({ at: index * 130, hz, ms: 320, gain: 0.12 })),
};

/** @param {AudioContext} audio @returns {AudioBuffer} */
function hiss(audio) {
  const buffer = audio.createBuffer(1, Math.floor(audio.sampleRate * 0.2), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

/** @param {AudioContext} audio @param {AudioBuffer} noise @param {Tone} tone */
function playTone(audio, noise, { at, hz, to, ms, gain, noise: rough }) {
  const start = audio.currentTime + at / 1000;
  const end = start + ms / 1000;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(audio.destination);
  if (rough) {
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    source.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = hz;
    source.connect(filter).connect(volume);
    source.start(start);
    source.stop(end);
    return;
  }
  const voice = audio.createOscillator();
  voice.frequency.setValueAtTime(hz, start);
  if (to) voice.frequency.exponentialRampToValueAtTime(to, end);
  voice.connect(volume);
  voice.start(start);
  voice.stop(end);
}

/** @param {(sound: Sound) => boolean} wanted asked each time @returns {(sound: Sound) => void} */
export function createSounds(wanted) {
  /** @type {AudioContext|null} */
  let audio = null;
  /** @type {AudioBuffer|null} */
  let noise = null;
  const wake = () => {
    audio ??= new AudioContext();
    noise ??= hiss(audio);
    void audio.resume();
  };
  ["pointerdown", "keydown"].forEach((type) => window.addEventListener(type, wake, { once: true, capture: true }));
  return (sound) => {
    const ready = audio;
    const grain = noise;
    if (ready && grain && wanted(sound) && ready.state === "running") SCORES[sound].forEach((tone) => playTone(ready, grain, tone));
  };
}
