import { section1 } from './section-1.ts'
import { section2 } from './section-2.ts'
import { section3 } from './section-3.ts'
import { section4 } from './section-4.ts'
import { section5 } from './section-5.ts'
import { section6 } from './section-6.ts'
import { section7 } from './section-7.ts'
import { section8 } from './section-8.ts'
import { section9 } from './section-9.ts'

/** One rule of the specification; a test covers it by its id in the title: `[4.cart-add.merge]`. */
export type Sentence = { id: string; section: string; sentence: string }

/** Every rule that tests must cover, in the order of the specification. */
export const sentences: readonly Sentence[] = [
  section1,
  section2,
  section3,
  section4,
  section5,
  section6,
  section7,
  section8,
  section9,
].flatMap((rules) =>
  Object.entries(rules).map(([id, sentence]) => ({ id, section: id.slice(0, id.indexOf('.')), sentence })),
)

/** Rows visible to shoppers, which need browser tests in both languages in the usual run. */
export const isSeen = ({ section }: Sentence): boolean => section === '2' || section === '8'
