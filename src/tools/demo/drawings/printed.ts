import { plugNames } from './plug-names.ts'
import { factText, type DrawnFacts } from './subject.ts'

/** Ratings with their units, in the order in which they are printed on a label. */
const ratings = [
  ['power', 'W'],
  ['capacity_wh', 'WH'],
  ['capacity_mah', 'MAH'],
  ['voltage', 'V'],
  ['current', 'A'],
  ['rotation', 'RPM'],
  ['conductivity', 'W/MK'],
  ['mass', 'G'],
  ['volume', 'ML'],
  ['data_rate', 'GBIT/S'],
  ['cells', 'CELLS'],
  ['pins', 'PIN'],
  ['refresh_rate', 'HZ'],
  ['diameter', 'MM'],
  ['fan_speed', 'RPM'],
  ['processor_cores', 'CORES'],
  ['video_memory', 'GB'],
  ['card_value', 'KR'],
] as const

const nameOf = (plug: string): string => plugNames[plug] ?? plug.toUpperCase()

const upper = (value: string): string => value.replaceAll('_', '-').toUpperCase()

/** Facts whose value is written in words of its own. */
const worded: readonly (readonly [id: string, write: (value: string, facts: DrawnFacts) => string])[] = [
  ['end_b', (value, facts) => [factText(facts, 'end_a'), value].map(nameOf).join(' / ')],
  ['capacity_gb', (_, facts) => capacityOf(facts)],
  ['memory_type', (value, facts) => [value, factText(facts, 'memory_speed')].filter(Boolean).join('-')],
  ['screen_size', (value) => `${value}"`],
  ...ratings.map(([id, unit]) => [id, (value: string) => `${value}${unit}`] as const),
  ['plug', nameOf],
  ['resolution', (value) => value.replace('x', '×')],
  ['length', (value) => `${value}M`],
  ['length_mm', (value) => `${value}MM`],
  ['backlight', (value) => (value === 'yes' ? 'BACKLIT' : 'NOT LIT')],
  ['side', upper],
  ['form_factor', (value) => upper(value.replace('m2_', 'M.2 ').replace('in_', ''))],
  ['ink_colour', upper],
  ['material', upper],
  ['pieces', (value) => `×${value}`],
]

/** What is printed on a part's label besides its number, at most `most` ratings. */
export function printed(facts: DrawnFacts, max = 3): string[] {
  return worded.flatMap(([id, write]) => (facts[id] ? [write(factText(facts, id), facts)] : [])).slice(0, max)
}

/** "512GB" or "2TB"; empty for parts without storage. */
export function capacityOf(facts: DrawnFacts): string {
  const gb = Number(facts['capacity_gb'] ?? 0)
  if (!gb) return ''
  return gb >= 1000 ? `${gb / 1000}TB` : `${gb}GB`
}
