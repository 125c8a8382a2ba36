import { setImmediate as nextTurn } from 'node:timers/promises'

/** What products are sorted by: NaN comes last in both directions, and equal numbers keep the order of the list. */
export type SortedNumbers = { numberOf: (seq: number) => number; isDescending: boolean }

const [digitBits, digits] = [16, 4]
const buckets = 2 ** digitBits
const last = 2 ** 32 - 1
const sign = 0x80000000
/** How long the event loop waits at most for a slice of the work. */
const sliceMs = 8
const stepsPerLook = 8_192

/**
 * Sorts numbers of products without comparing them: by their last digit, then by the one before and so on (LSD radix
 * sort). A million take a tenth of a second where comparing takes several, and other work runs between slices.
 */
export async function sortByNumber(seqs: Uint32Array, numbers: SortedNumbers): Promise<Uint32Array> {
  const pause = pauses()
  const keys = await keysOf(seqs, numbers, pause)
  let [places, free] = [new Uint32Array(seqs.length), new Uint32Array(seqs.length)]
  for (let at = 0; at < places.length; at += 1) places[at] = at
  for (let digit = 0; digit < digits; digit += 1)
    if (await sortByDigit(keys, digit, places, free, pause)) [places, free] = [free, places]
  for (let at = 0; at < places.length; at += 1) free[at] = seqs[places[at] as number] as number
  return free
}

function pauses(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < sliceMs) return
    await nextTurn()
    begun = performance.now()
  }
}

/** The numbers as digits that are in the order of the numbers, the last digit of each first. */
async function keysOf(
  seqs: Uint32Array,
  { numberOf, isDescending }: SortedNumbers,
  pause: () => Promise<void>,
): Promise<Uint16Array> {
  const words = new Uint32Array(seqs.length * 2)
  const one = new Float64Array(1)
  const [low, high] = [0, 1]
  const halves = new Uint32Array(one.buffer)
  for (let at = 0; at < seqs.length; at += 1) {
    // Without a sign 0 and -0 are one number.
    one[0] = numberOf(seqs[at] as number) + 0
    const isNegative = (halves[high] as number) >= sign
    const flipLow = isNegative !== isDescending ? last : 0
    const flipHigh = isNegative ? last : sign
    const isNumber = one[0] === one[0]
    words[2 * at] = isNumber ? ((halves[low] as number) ^ flipLow) >>> 0 : last
    words[2 * at + 1] = isNumber ? ((halves[high] as number) ^ flipHigh ^ (isDescending ? last : 0)) >>> 0 : last
    if (at % stepsPerLook === 0) await pause()
  }
  return new Uint16Array(words.buffer)
}

/** Sorts by one digit from `places` into `into`; @returns false where all have the same, and nothing is done. */
async function sortByDigit(
  keys: Uint16Array,
  digit: number,
  places: Uint32Array,
  into: Uint32Array,
  pause: () => Promise<void>,
): Promise<boolean> {
  const next = new Uint32Array(buckets)
  for (let at = digit; at < keys.length; at += digits)
    next[keys[at] as number] = (next[keys[at] as number] as number) + 1
  if (next.includes(places.length)) return false
  let from = 0
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const count = next[bucket] as number
    next[bucket] = from
    from += count
  }
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] as number
    const key = keys[place * digits + digit] as number
    const to = next[key] as number
    next[key] = to + 1
    into[to] = place
    if (at % stepsPerLook === 0) await pause()
  }
  return true
}
