import type { GuideDifficulty, GuideHead } from '../../domain/products/guides.ts'
import type { TextKey, Translate } from '../../i18n/translator.ts'

export const difficultyTexts = {
  very_easy: 'guide.very_easy',
  easy: 'guide.easy',
  moderate: 'guide.moderate',
  hard: 'guide.hard',
  very_hard: 'guide.very_hard',
} as const satisfies Record<GuideDifficulty, TextKey>

/** How long a repair takes: "30–45 min". */
export function guideTime({ from, to }: GuideHead['minutes'], t: Translate): string {
  return t('guide.minutes', { range: from === to ? to : `${from}–${to}` })
}
