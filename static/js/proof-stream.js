// The numbers of one label, from the secret seed and both additions. Block number `counter`, from 0, of a stream is
//
//   HMAC-SHA-256(key = the 32-byte seed, message)
//   message = "triad/1", u8 length and blue's addition, u8 length and red's addition, u8 length and the label in ASCII,
//             u32 big-endian counter
//
// Its 32 bytes are four words, u64 big-endian, used in order. A number below n is the next word under
// floor(2^64 / n) * n, modulo n; other words are skipped.

import { hmac, joined } from "./proof-sha256.js";

const WORDS = 1n << 64n;
const ascii = (text) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const withLength = (bytes) => joined(Uint8Array.of(bytes.length), bytes);

export class Stream {
  #seed;
  #head;
  #counter = 0;
  #words = [];

  constructor(seed, blue, red, label) {
    this.#seed = seed;
    this.#head = joined(ascii("triad/1"), withLength(blue), withLength(red), withLength(ascii(label)));
  }

  #word() {
    if (!this.#words.length) {
      const counter = new DataView(new ArrayBuffer(4));
      counter.setUint32(0, this.#counter++);
      const block = new DataView(hmac(this.#seed, joined(this.#head, new Uint8Array(counter.buffer))).buffer);
      this.#words = [0, 8, 16, 24].map((at) => block.getBigUint64(at));
    }
    return this.#words.shift();
  }

  // A number from 0 to n - 1.
  below(n) {
    if (!(n >= 1)) throw new RangeError(`no number is below ${n}`);
    const size = BigInt(n);
    const limit = (WORDS / size) * size;
    let word = this.#word();
    while (word >= limit) word = this.#word();
    return Number(word % size);
  }

  choice(entries) {
    return entries[this.below(entries.length)];
  }

  // `count` entries in drawn order, none twice.
  sample(entries, count) {
    const left = [...entries];
    return Array.from({ length: count }, () => left.splice(this.below(left.length), 1)[0]);
  }

  shuffle(entries) {
    return this.sample(entries, entries.length);
  }
}

// The draws of one match: seed of 32 bytes, additions of 16 bytes or none.
export class Draws {
  constructor(seed, blue = new Uint8Array(), red = new Uint8Array()) {
    if (seed.length !== 32) throw new RangeError("seed");
    for (const addition of [blue, red]) if (![0, 16].includes(addition.length)) throw new RangeError("additions");
    this.stream = (label) => new Stream(seed, blue, red, label);
  }
}
