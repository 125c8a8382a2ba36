import { languages, type Language } from '../../../domain/places/locales.ts'
import type { GuideText } from '../../../domain/products/guides.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { targetsOf } from '../../../server/content/guides/guide-targets.ts'
import { guideJson } from '../../../server/platform/db/json-columns.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import type { DemoCatalogue } from '../catalogue/demo-catalogue.ts'
import { picturesOf } from '../catalogue/part-pictures.ts'
import type { Numbered } from '../catalogue/records.ts'
import type { DemoGuide } from './guide.ts'
import { laptopPowerGuides } from './laptop-power-guides.ts'
import { laptopUpgradeGuides } from './laptop-upgrade-guides.ts'
import { phoneAndPrinterGuides } from './phone-and-printer-guides.ts'

export const demoGuides: readonly DemoGuide[] = [...laptopPowerGuides, ...laptopUpgradeGuides, ...phoneAndPrinterGuides]

export type GuideRows = { guides: NewRow<'guides'>[]; targets: NewRow<'guide_targets'>[] }

/** The repair guides of the demo shop, published; parts and pictures that a small catalogue lacks are left out. */
export function guideRows({ parts }: DemoCatalogue, now: Date): GuideRows {
  const byKey = new Map(parts.map((each) => [each.part.key, each]))
  const written = demoGuides.flatMap((guide) =>
    languages.map((language) => ({ id: guide.id, language, text: textOf(guide, language, byKey) })),
  )
  return {
    guides: written.map(({ id, language, text }) => ({
      id,
      language,
      slug: slugify(text.title),
      draft: null,
      published: guideJson.write(text),
      publish_at: null,
      updated_at: now.toISOString(),
    })),
    targets: written.flatMap(({ id, language, text }) =>
      targetsOf(text).map((target) => ({ ...target, guide_id: id, language })),
    ),
  }
}

function textOf(guide: DemoGuide, language: Language, byKey: ReadonlyMap<string, Numbered>): GuideText {
  const skusOf = (keys: readonly string[] = []) => keys.flatMap((key) => byKey.get(key)?.sku ?? [])
  const [from, to] = guide.minutes
  return {
    title: guide.title[language],
    introduction: guide.introduction[language],
    difficulty: guide.difficulty,
    minutes: { from, to },
    appliesTo: { category: guide.category, devices: [], series: [...(guide.series ?? [])], parts: [] },
    tools: skusOf(guide.tools),
    parts: { numbers: skusOf(guide.parts), category: guide.category },
    steps: guide.steps.map(({ title, text, warning, picture }) => {
      const shown = picture === undefined ? undefined : byKey.get(picture)
      return {
        title: title[language],
        text: text[language],
        ...(warning ? { warning: warning[language] } : {}),
        ...(shown ? { picture: mainPicture(shown) } : {}),
      }
    }),
  }
}

function mainPicture({ part, sku }: Numbered): string {
  const [main] = picturesOf(part, sku)
  if (!main) throw new Error(`The part "${part.key}" has no picture.`)
  return main.id
}
