import { nameWords } from './name-words.ts'

/** From this many letters on one letter may be wrong, and from the second number on two. */
const lettersForOne = 4
const lettersForTwo = 8

/** Letters that sound alike in names, in the order in which they are replaced. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/q[uvw]?/g, 'kv'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ck?/g, 'k'],
  [/w/g, 'v'],
  [/z/g, 's'],
  [/y/g, 'i'],
  [/(\p{L})\1+/gu, '$1'],
]

/** Spells a word of a name (`nameWords`) as it sounds: `lindquist` and `lindkvist` are the same. */
function soundOf(word: string): string {
  return sounds.reduce((text, [letters, sound]) => text.replace(letters, sound), word)
}

/** Letters that begin words of the same beginning in sound, by the letter that stands for them. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  k: ['k', 'c', 'q'],
  f: ['f', 'ph'],
  v: ['v', 'w'],
  s: ['s', 'z'],
  i: ['i', 'y'],
}

/** What the words of names begin with that sound like a word at their beginning. */
export function alikeBeginnings(word: string): readonly string[] {
  const first = soundOf(word).charAt(0)
  return beginnings[first] ?? [first]
}

/**
 * Returns whether a name is what somebody may have meant who wrote other words: each of them sounds like a word of the
 * name or its beginning, or differs by a letter, of long words by two.
 */
export function alikeName(written: string): (name: string) => boolean {
  const wanted = nameWords(written).map(meantBy)
  // Many people share the words of their names.
  const compared = new Map<string, readonly boolean[]>()
  const compare = (word: string): readonly boolean[] => {
    const known = compared.get(word)
    if (known) return known
    const sound = soundOf(word)
    const alike = wanted.map((each) => each(sound))
    compared.set(word, alike)
    return alike
  }
  return (name) => {
    const own = nameWords(name).map(compare)
    return wanted.length > 0 && wanted.every((_, at) => own.some((alike) => alike[at]))
  }
}

/** Like `alikeName`, for one word, for many words of names (`nameWords`): one call a word is much less work. */
export function alikeWord(written: string): (word: string) => boolean {
  const wanted = soundOf(written)
  const isMeant = meantBy(written)
  // What sounds alike may have fewer letters by two that are wrong, and by some that are doubled or silent.
  return (word) => word.length >= wanted.length - 2 && isMeant(soundOf(word))
}

/** Letters that all sound as one say nothing of what follows: "zzz" is no beginning of Sara. */
function meantBy(written: string): (sound: string) => boolean {
  const wanted = soundOf(written)
  if (wanted.length === 1 && written.length > 1) return (sound) => sound === wanted
  return (sound) => isAlike(wanted, sound)
}

function isAlike(word: string, name: string): boolean {
  if (name.startsWith(word)) return true
  const max = word.length >= lettersForTwo ? 2 : word.length >= lettersForOne ? 1 : 0
  return max > 0 && Math.abs(word.length - name.length) <= max && mistakes(word, name, max) <= max
}

/**
 * Counts the letters to add, remove, change or swap with the next one to make one word of the other; stops where they
 * are surely more than `most`.
 */
function mistakes(one: string, other: string, max: number): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const counted = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row]
    rows.push(now)
    for (let column = 1; column <= other.length; column += 1) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1
      const swap = isSwapped(one, other, row, column) ? counted(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
      now.push(
        Math.min(counted(row - 1, column) + 1, (now[column - 1] ?? 0) + 1, counted(row - 1, column - 1) + change, swap),
      )
    }
    // A swap looks two rows back.
    if (Math.min(...now, ...(rows[row - 1] ?? [])) > max) return max + 1
  }
  return counted(one.length, other.length)
}

const isSwapped = (one: string, other: string, row: number, column: number): boolean =>
  row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
