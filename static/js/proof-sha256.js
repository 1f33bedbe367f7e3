// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104) over Uint8Arrays. crypto.subtle is not there on plain http, and who
// wants to check the site's draws should be able to read what checks them.

const BLOCK = 64;
const LENGTH_AT = 56;

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);

// The first 32 bits behind the point of a root: the integer root of the prime times 2^(32 * power), by BigInt, exactly.
function fraction(prime, power) {
  const wanted = BigInt(prime) << BigInt(32 * power);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** BigInt(power) <= wanted) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const START = primes.slice(0, 8).map((prime) => fraction(prime, 2));
const K = primes.map((prime) => fraction(prime, 3));

const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setBigUint64(whole.length - (BLOCK - LENGTH_AT), BigInt(bytes.length) * 8n);
  return whole;
}

function mixed(state, view, at) {
  const w = new Int32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const early = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const late = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + early + w[i - 7] + late;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (state[i] + word) | 0);
}

export function sha256(bytes) {
  const whole = padded(bytes);
  const view = new DataView(whole.buffer);
  let state = START.map((word) => word | 0);
  for (let at = 0; at < whole.length; at += BLOCK) state = mixed(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(i * 4, word));
  return new Uint8Array(digest.buffer);
}

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function hmac(key, message) {
  const own = new Uint8Array(BLOCK);
  own.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(own.map((byte) => byte ^ 0x36), message));
  return sha256(joined(own.map((byte) => byte ^ 0x5c), inner));
}

export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Bytes of a text of hexadecimal digits; null for anything else.
export function unhex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
