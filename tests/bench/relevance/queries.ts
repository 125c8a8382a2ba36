import { blindQuestions } from './queries/blind-questions.ts'
import { blind } from './queries/blind.ts'
import { brandAndKind } from './queries/brand-and-kind.ts'
import { deviceAlone } from './queries/device-alone.ts'
import { deviceAndKindEnglish } from './queries/device-and-kind-en.ts'
import { deviceAndKindSwedish } from './queries/device-and-kind-sv.ts'
import { kindOfPart } from './queries/kind-of-part.ts'
import { partNumbers } from './queries/part-numbers.ts'
import { specifications } from './queries/specifications.ts'
import { synonyms } from './queries/synonyms.ts'
import { typos } from './queries/typos.ts'
import { unanswerable } from './queries/unanswerable.ts'
import type { KindsOfQueries } from './query.ts'

/** All labelled queries of the demo shop. */
export const kindsOfQueries: KindsOfQueries = new Map([
  ['kind of part', kindOfPart],
  ['device + kind', [...deviceAndKindSwedish, ...deviceAndKindEnglish]],
  ['device alone', deviceAlone],
  ['part number', partNumbers],
  ['specification', specifications],
  ['typo', typos],
  ['brand + kind', brandAndKind],
  ['synonym or mixed', synonyms],
  ['unanswerable', unanswerable],
  ['blind', blind],
  ['blind: questions', blindQuestions],
])
