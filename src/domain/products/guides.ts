import * as z from 'zod/mini'

/** How hard a repair is, from the easiest on. */
export const guideDifficulties = ['very_easy', 'easy', 'moderate', 'hard', 'very_hard'] as const
export type GuideDifficulty = (typeof guideDifficulties)[number]

const text = (maxLength: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))
const sku = text(64)
const maxMinutes = 1_440
const minutes = z.int().check(z.minimum(1), z.maximum(maxMinutes))

/** Characters of the plain text of a step. */
export const maxStepTextLength = 2_000

const step = z.strictObject({
  title: text(120),
  text: text(maxStepTextLength),
  /** The same with lists, links and emphasis, as sanitized HTML; without it the text has none. */
  html: z.optional(text(10_000)),
  warning: z.optional(text(500)),
  /** The id of a picture of the shop: no address, so that a guide shows nothing from elsewhere. */
  picture: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,120}$/i))),
})

const target = z.strictObject({
  /** A category with all below it; with devices or series, only its parts that fit one of them. */
  category: z.optional(text(120)),
  /** Slugs of devices. */
  devices: z.prefault(z.array(text(200)).check(z.maxLength(200)), []),
  series: z.prefault(z.array(z.strictObject({ brand: text(80), series: text(80) })).check(z.maxLength(50)), []),
  /** Part numbers. */
  parts: z.prefault(z.array(sku).check(z.maxLength(200)), []),
})

/**
 * A repair guide in one language, as it is stored and exchanged with editors. All texts but `html` are plain text;
 * `tools` and `parts.numbers` are the shop's own part numbers.
 */
export const guideText = z.strictObject({
  title: text(120),
  introduction: text(2_000),
  difficulty: z.enum(guideDifficulties),
  minutes: z
    .strictObject({ from: minutes, to: minutes })
    .check(z.refine(({ from, to }) => from <= to, 'The time ends before it begins.')),
  appliesTo: target,
  tools: z.prefault(z.array(sku).check(z.maxLength(20)), []),
  parts: z.prefault(
    z.strictObject({
      numbers: z.prefault(z.array(sku).check(z.maxLength(20)), []),
      category: z.optional(text(120)),
    }),
    { numbers: [] },
  ),
  steps: z.array(step).check(z.minLength(1), z.maxLength(60)),
})

export type GuideText = z.infer<typeof guideText>
export type GuideStep = z.infer<typeof step>

/** What a guide is about, for lists: its time is in minutes. */
export type GuideHead = Pick<GuideText, 'title' | 'difficulty' | 'minutes'>

type Part = { sku: string; categories: ReadonlySet<string>; devices: readonly GuideDevice[] }
export type GuideDevice = { slug: string; brand: string; series: string }

/** Tells whether a guide applies to a part: to its number, or to its category and one of its devices. */
export function appliesToPart({ appliesTo, parts }: GuideText, part: Part): boolean {
  if ([...appliesTo.parts, ...parts.numbers].includes(part.sku)) return true
  if (appliesTo.category === undefined || !part.categories.has(appliesTo.category)) return false
  return namesNoDevice(appliesTo) || part.devices.some((device) => namesDevice(appliesTo, device))
}

/** Tells whether a guide applies to a device; `categories` are those of the parts that fit it. */
export function appliesToDevice(
  { appliesTo }: GuideText,
  device: GuideDevice,
  categories: ReadonlySet<string>,
): boolean {
  if (!namesNoDevice(appliesTo)) return namesDevice(appliesTo, device)
  return appliesTo.category !== undefined && categories.has(appliesTo.category)
}

export function namesNoDevice({ devices, series }: GuideText['appliesTo']): boolean {
  return devices.length === 0 && series.length === 0
}

export function namesDevice(
  { devices, series }: GuideText['appliesTo'],
  { slug, brand, series: own }: GuideDevice,
): boolean {
  return devices.includes(slug) || series.some((each) => each.brand === brand && each.series === own)
}
