import type { KindsOfQueries } from './query.ts'
import { denied, spoken, wishes } from './real-parts/as-spoken.ts'
import { blindQuestions } from './real-parts/blind-questions.ts'
import { blindConditions, blindFitting, blindNumbers, blindWords } from './real-parts/blind.ts'
import { cases, cooling, powerSupplies } from './real-parts/cases-power-and-cooling.ts'
import { graphicsCards } from './real-parts/graphics-cards.ts'
import { cards, keyboardsAndMice } from './real-parts/keyboards-mice-and-cards.ts'
import { drives, memoryModules, opticalDrives } from './real-parts/memory-and-drives.ts'
import { motherboards, processors } from './real-parts/processors-and-boards.ts'
import { mixed, typos, unanswerable } from './real-parts/typos-and-mixed.ts'

/**
 * Labelled queries over the public data set of PC parts that the built-in import profiles read, written as shoppers of
 * such a shop write them, without knowledge of the search.
 */
export const realPartQueries: KindsOfQueries = new Map([
  ['graphics cards', graphicsCards],
  ['processors', processors],
  ['motherboards', motherboards],
  ['memory', memoryModules],
  ['drives', drives],
  ['optical drives', opticalDrives],
  ['power supplies', powerSupplies],
  ['cases', cases],
  ['cooling', cooling],
  ['keyboards and mice', keyboardsAndMice],
  ['network and sound cards', cards],
  ['typos', typos],
  ['mixed languages', mixed],
  ['wishes', wishes],
  ['denied', denied],
  ['spoken', spoken],
  ['unanswerable', unanswerable],
  ['blind: conditions', blindConditions],
  ['blind: what fits', blindFitting],
  ['blind: words', blindWords],
  ['blind: numbers', blindNumbers],
  ['blind: questions', blindQuestions],
])
