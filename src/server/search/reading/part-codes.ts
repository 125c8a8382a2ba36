/** How the codes of parts begin that makers write for some words; `length` is the number of these words. */
type Coded = { code: string; length: number }

/** The numbers of earlier generations begin other models as well: i7-9700 and i7-920. */
const generation = '(1\\d)(?:th|rd|nd|st| ?e)? gen(?:eration(?:en|ens)?)?'
const end = '(?= |$)'
/** What is written in words of what makers call by one code, folded, with how these codes begin. */
const spoken: readonly (readonly [RegExp, (found: readonly (string | undefined)[]) => string])[] = [
  [new RegExp(`^${generation}(?: intel)?(?: core)? (i[3579])${end}`), ([, number, kind]) => `${kind}${number}`],
  [new RegExp(`^(i[3579]) ${generation}${end}`), ([, kind, number]) => `${kind}${number}`],
  [new RegExp(`^(?:socket|sockel) (\\d{3,4})${end}`), ([, number]) => `lga${number}`],
]

/** What a part number is announced with: "part number", "art.nr", "P/N:". */
const announced = 'part ?(?:number|no|nr)|p/n|art(?:ikel)?[. ]?(?:nummer|nr|number|no)|item ?(?:number|no)|mpn|sku'
const numberName = new RegExp(`(?<![\\p{L}\\p{N}])(?:${announced})[.:# ]+(?=\\S*\\d)`, 'giu')

/** Returns a text without the words that announce a number. */
export function withoutNumberNames(text: string): string {
  return text.replace(numberName, ' ')
}

/** Returns the code that these folded texts begin with in words. */
export function codeAt(texts: readonly string[]): Coded | undefined {
  const all = texts.join(' ')
  for (const [pattern, codeOf] of spoken) {
    const found = pattern.exec(all)
    if (found) return { code: codeOf(found), length: textsIn(texts, found[0].length) }
  }
  return undefined
}

/** How many texts have so many letters, with a space between two. */
function textsIn(texts: readonly string[], letters: number): number {
  let [count, length] = [0, -1]
  while (length < letters) {
    length += (texts[count]?.length ?? letters) + 1
    count += 1
  }
  return count
}
