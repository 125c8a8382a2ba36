import { foldedWords } from '../words.ts'

/** Words that ask for a repair, folded; a search without one is for parts. */
export const repairVerbs: ReadonlySet<string> = new Set(
  (
    'byta byt byter bytte byte laga lagar reparera reparerar reparation ersatta ersatter montera monterar rengora ' +
    'rengor guide hur how change changing replace replacing replacement repair repairing fix fixing install ' +
    'installing clean cleaning'
  ).split(' '),
)
/** These, and words beside them that say nothing of what is repaired. */
export const repairWords: ReadonlySet<string> = new Set([...repairVerbs, 'gor', 'jag', 'man', 'do', 'i'])

/** Tells whether a text is nothing but words that ask for a repair. */
export function asksForRepair(text: string): boolean {
  return foldedWords(text).every((word) => repairWords.has(word))
}
