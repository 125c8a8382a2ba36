/** Nine elements per letter, bars and gaps in turn: `w` is wide, `n` narrow (ISO/IEC 16388). */
const patterns: Readonly<Record<string, string>> = {
  0: 'nnnwwnwnn',
  1: 'wnnwnnnnw',
  2: 'nnwwnnnnw',
  3: 'wnwwnnnnn',
  4: 'nnnwwnnnw',
  5: 'wnnwwnnnn',
  6: 'nnwwwnnnn',
  7: 'nnnwnnwnw',
  8: 'wnnwnnwnn',
  9: 'nnwwnnwnn',
  A: 'wnnnnwnnw',
  B: 'nnwnnwnnw',
  C: 'wnwnnwnnn',
  D: 'nnnnwwnnw',
  E: 'wnnnwwnnn',
  F: 'nnwnwwnnn',
  G: 'nnnnnwwnw',
  H: 'wnnnnwwnn',
  I: 'nnwnnwwnn',
  J: 'nnnnwwwnn',
  K: 'wnnnnnnww',
  L: 'nnwnnnnww',
  M: 'wnwnnnnwn',
  N: 'nnnnwnnww',
  O: 'wnnnwnnwn',
  P: 'nnwnwnnwn',
  Q: 'nnnnnnwww',
  R: 'wnnnnnwwn',
  S: 'nnwnnnwwn',
  T: 'nnnnwnwwn',
  U: 'wwnnnnnnw',
  V: 'nwwnnnnnw',
  W: 'wwwnnnnnn',
  X: 'nwnnwnnnw',
  Y: 'wwnnwnnnn',
  Z: 'nwwnwnnnn',
  '-': 'nwnnnnwnw',
  '*': 'nwnnwnwnn',
}

const wide = 3

/** A bar code of letters, digits and hyphens that scanners read, `width` by `height` from the left upper corner. */
export function barCode(text: string, x: number, y: number, width: number, height: number): string {
  let at = 0
  const bars = { w: '', n: '' }
  for (const letter of `*${text}*`) {
    for (const [index, element] of [...(patterns[letter] ?? patterns['-'] ?? '')].entries()) {
      const size = element === 'w' ? wide : 1
      if (index % 2 === 0) bars[element === 'w' ? 'w' : 'n'] += `M${at + size / 2} 0v1`
      at += size
    }
    at += 1
  }
  const scale = [width / (at - 1), height].map((factor) => Math.round(factor * 100) / 100).join(' ')
  return (
    `<g transform="translate(${Math.round(x)} ${Math.round(y)})scale(${scale})" stroke-linecap="butt">` +
    `<path stroke-width="1" d="${bars.n}"/><path stroke-width="${wide}" d="${bars.w}"/></g>`
  )
}
