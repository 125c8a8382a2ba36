/**
 * The table of spec section 5 as shapes: # is a digit, @ a letter, small letters the classes below, other characters
 * themselves. "plus" between two halves is accepted with and without a space.
 */
const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const without = (some: string) => [...letters].filter((letter) => !some.includes(letter)).join('')

const classes: Readonly<Record<string, string>> = {
  '#': digits,
  '@': letters,
  '*': digits + letters,
  // Royal Mail: first and second letter, third and fourth place of the outward code, letters of the inward code.
  a: without('QVX'),
  b: without('IJZ'),
  c: 'ABCDEFGHJKPSTUW',
  e: 'ABEHMNPRVWXY',
  u: without('CIKMOV'),
  // Eircode: letters of a routing key, characters of the unique part.
  r: 'ACDEFHKNPRTVWXY',
  i: `${digits}ACDEFHKNPRTVWXY`,
}

const halves = (first: string, second: string) => [`${first} ${second}`, `${first}${second}`]
const countries = (codes: string, ...shapes: string[]) => codes.split(' ').map((code) => [code, shapes] as const)
/** Any number of digits, where the table gives none. */
const runs = Array.from({ length: 10 }, (_, at) => '#'.repeat(at + 1))
const outward = ['a#', 'a##', 'ab#', 'ab##', 'a#c', 'ab#e']

/** Every country of the table with the shapes it must accept. */
export const shapes: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...countries('IS', '###'),
  ...countries('AU AT BE BG CHE CY DK HU LI LU MK NO NZ SI ZA', '####'),
  ...countries('AE BA DE EE EG ES FI FR HR IT KR JO TH TR', '#####'),
  ...countries('CN RO', '######'),
  ...countries('CA', '@#@ #@#'),
  ...countries('CZ SE SK GR', ...halves('###', '##')),
  ...countries('GB', ...outward.flatMap((out) => halves(out, '#uu')), 'GIR 0AA'),
  ...countries('GG', ...halves('GY#', '#uu'), ...halves('GY##', '#uu')),
  ...countries('JE', ...halves('JE#', '#uu'), ...halves('JE##', '#uu')),
  ...countries('GI', ...halves('GX11', '1AA')),
  ...countries('GP', '971##'),
  ...countries('MC', '980##'),
  ...countries('MQ', '972##'),
  ...countries('RE', '974##'),
  ...countries('BL', '97133'),
  ...countries('IE', ...halves('r##', 'iiii'), ...halves('D6W', 'iiii')),
  ...countries('IL', '#####', '#######'),
  ...countries('JP', '###-####'),
  ...countries('PL', '##-###'),
  ...countries('PT', '####-###'),
  ...countries('LT', '#####', 'LT-#####'),
  ...countries('LV', 'LV-####'),
  ...countries('MD', ...runs, ...runs.map((run) => `MD-${run}`)),
  ...countries('MT', ...halves('@@@', '####')),
  ...countries('NL', ...halves('####', '@@')),
  ...countries('TW', '###', '####', '#####'),
  ...countries('US', '#####', '#####-####'),
])

/** Shapes that the table neither names nor excludes; nothing is asserted about them. */
const undecided: Readonly<Record<string, readonly string[]>> = {
  GB: [...outward.flatMap((out) => halves(out.replace(/[a-z]/g, '@'), '#@@')), 'GIR0AA'],
  GG: ['GY# #@@', 'GY##@@', 'GY## #@@', 'GY###@@'],
  JE: ['JE# #@@', 'JE##@@', 'JE## #@@', 'JE###@@'],
  IE: halves('@**', '****'),
  MD: ['###########', 'MD-###########'],
  GP: ['971 ##'],
  MC: ['980 ##'],
  MQ: ['972 ##'],
  RE: ['974 ##'],
}

function fits(shape: string, text: string): boolean {
  return (
    shape.length === text.length && [...shape].every((place, at) => (classes[place] ?? place).includes(text[at] ?? ' '))
  )
}

/** True or false where the table decides, undefined where it does not. Case, outer and double spaces are ignored. */
export function isCode(country: string, text: string): boolean | undefined {
  const plain = text.trim().replace(/ +/g, ' ').toUpperCase()
  if (shapes[country]?.some((shape) => fits(shape, plain))) return true
  return undecided[country]?.some((shape) => fits(shape, plain)) ? undefined : false
}

/** A code of a shape: the picks choose the character at each place. */
export function codeOf(shape: string, picks: readonly number[]): string {
  return [...shape]
    .map((place, at) => {
      const choice = classes[place]
      return choice ? choice[(picks[at] ?? 0) % choice.length] : place
    })
    .join('')
}
