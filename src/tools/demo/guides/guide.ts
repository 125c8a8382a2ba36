import type { GuideDifficulty } from '../../../domain/products/guides.ts'
import { words, type Words } from '../words.ts'

export type DemoStep = { title: Words; text: Words; warning?: Words; picture?: string }

/** A repair guide of the demo shop; `tools` and `parts` are keys of parts, times are minutes. */
export type DemoGuide = {
  id: string
  title: Words
  introduction: Words
  difficulty: GuideDifficulty
  minutes: readonly [from: number, to: number]
  category: string
  series?: readonly { brand: string; series: string }[]
  tools: readonly string[]
  parts?: readonly string[]
  steps: readonly DemoStep[]
}

type Pair = readonly [en: string, sv: string]

/** `picture` is the key of the part that the step shows. */
type Beside = { warning?: Pair; picture?: string }

/** Creates a step from its title and text in both languages. */
export function step(title: Pair, text: Pair, { warning, picture }: Beside = {}): DemoStep {
  return {
    title: words(...title),
    text: words(...text),
    ...(warning ? { warning: words(...warning) } : {}),
    ...(picture ? { picture } : {}),
  }
}
