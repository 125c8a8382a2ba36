import type { SourceSchedule, SourceState } from '../../contracts/console/sources.ts'
import type { Translate } from '../../i18n/translator.ts'

export function scheduleText(schedule: SourceSchedule | null, t: Translate): string {
  if (!schedule) return ''
  if (schedule.kind === 'daily') return t('console-sources:schedule.daily', { time: schedule.time })
  return t('console-sources:schedule.every', { count: schedule.minutes })
}

export const stateTones: Readonly<Record<SourceState, string>> = {
  running: 'warn',
  wanted: 'warn',
  waiting: 'good',
  failing: 'signal',
  paused: '',
}
