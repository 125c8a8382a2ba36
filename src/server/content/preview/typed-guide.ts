import { guideText, type GuideStep, type GuideText } from '../../../domain/products/guides.ts'
import { guideOfValues, type Values } from '../records/item-values.ts'

const maxSteps = 60
const pictureId = /^[a-z0-9][a-z0-9._-]{0,120}$/i

/**
 * A guide as its form has it, to be shown while it is written: texts as they are, cut to what may be saved;
 * of everything else what could be saved, else what was.
 */
export function guideOfTyped(values: Values, saved: GuideText): GuideText {
  const typed = guideOfValues(values)
  const { difficulty, minutes, appliesTo, tools, parts } = guideText.shape
  return {
    title: truncated(typed.title, 120),
    introduction: truncated(typed.introduction, 2_000),
    difficulty: orSaved(difficulty.safeParse(typed.difficulty), saved.difficulty),
    minutes: orSaved(minutes.safeParse(typed.minutes), saved.minutes),
    appliesTo: orSaved(appliesTo.safeParse(typed.appliesTo), saved.appliesTo),
    tools: orSaved(tools.safeParse(typed.tools), saved.tools),
    parts: orSaved(parts.safeParse(typed.parts), saved.parts),
    steps: (typed.steps as GuideStep[]).slice(0, maxSteps).map(shownStep),
  }
}

function orSaved<Value>(read: { success: true; data: Value } | { success: false }, saved: Value): Value {
  return read.success ? read.data : saved
}

function shownStep({ title, text, html, warning, picture }: GuideStep): GuideStep {
  return {
    title: truncated(title, 120),
    text: truncated(text, 2_000),
    ...(html !== undefined && { html: truncated(html, 10_000) }),
    ...(warning !== undefined && { warning: truncated(warning, 500) }),
    ...(picture !== undefined && pictureId.test(picture) && { picture }),
  }
}

function truncated(text: unknown, maxLength: number): string {
  return typeof text === 'string' ? text.slice(0, maxLength) : ''
}
