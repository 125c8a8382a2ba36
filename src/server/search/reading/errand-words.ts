import { foldedWords } from '../words.ts'
import { asksForRepair } from './repair-words.ts'

/** Why something is bought, beside a repair, folded. */
const errands: ReadonlySet<string> = new Set(
  (
    'gift gifts present presents christmas birthday gava gavor julklapp julklappar julgava fodelsedagspresent ' +
    'upgrade upgrades upgrading uppgradera uppgraderar uppgradering bygga bygger build building ' +
    'ny nytt nya new mera loud later illa hogljudd hogljutt bullrar ' +
    'dator datorn datorer computer pc startar starta starts start boot boots seg segt langsam slow lat ' +
    'mycket varm varmt space room utrymme support stod ' +
    'overhettas flimrar flickering sprakar crackling forsvinner tappar gar gatt fel saknas ' +
    'under underneath later price priset leverans leveranstid delivery frakt idag imorgon morgon today tomorrow'
  ).split(' '),
)
/** Whether a text is a reason to search, such as a repair, and names no part. */
export function isErrand(text: string): boolean {
  return asksForRepair(text) || errands.has(foldedWords(text).join(' '))
}
