import { fieldsOfKind, stepFields } from '../../../domain/content/item-fields.ts'
import type { GuideStep, GuideText } from '../../../domain/products/guides.ts'
import { guideJson } from '../../platform/db/json-columns.ts'
import type { ContentKind, ItemRow } from '../content-item.ts'
import { htmlOfStep, stepText } from '../guides/step-texts.ts'
import type { VersionRow } from '../version-queries.ts'

/** What a form shows of an item in one language: the text of each field by its name. */
export type Values = Readonly<Record<string, string>>

/** The fields of an item as its draft has them, or without one its published version; '' for what it does not have. */
export function valuesOf(kind: ContentKind, row: ItemRow | undefined): Values {
  if (!row) return Object.fromEntries(fieldsOfKind[kind].map((name) => [name, '']))
  const body = row.draft ?? row.published
  if ('draft_hidden' in row) return widgetValues(body, row.draft_hidden ?? row.hidden)
  if ('draft_title' in row)
    return pageValues({
      body,
      slug: row.slug,
      title: row.draft_title ?? row.title,
      description: row.draft_description ?? row.description,
    })
  return guideValues(body, row.slug)
}

/** The fields of an item as they were in a version. */
export function valuesOfVersion(version: VersionRow): Values {
  const { kind, body, slug } = version
  if (kind === 'widget') return widgetValues(body, version.is_hidden)
  return kind === 'page' ? pageValues(version) : guideValues(body, slug)
}

function widgetValues(body: string | null, hidden: 0 | 1): Values {
  return { html: body ?? '', hidden: hidden === 1 ? 'yes' : '' }
}

type PageParts = { body: string | null; slug: string; title: string; description: string }

function pageValues({ body, slug, title, description }: PageParts): Values {
  return { title, slug, description, html: body ?? '' }
}

function guideValues(body: string | null, slug: string): Values {
  const guide = body === null ? undefined : guideJson.read(body)
  if (!guide) return { ...valuesOf('guide', undefined), slug }
  const { appliesTo, minutes, parts } = guide
  return {
    title: guide.title,
    slug,
    introduction: guide.introduction,
    difficulty: guide.difficulty,
    from: String(minutes.from),
    to: String(minutes.to),
    category: appliesTo.category ?? '',
    devices: appliesTo.devices.join('\n'),
    series: appliesTo.series.map((each) => `${each.brand} / ${each.series}`).join('\n'),
    parts: appliesTo.parts.join('\n'),
    tools: guide.tools.join('\n'),
    numbers: parts.numbers.join('\n'),
    partsCategory: parts.category ?? '',
    ...Object.fromEntries(
      guide.steps.flatMap((step, at) =>
        stepFields.map((name) => [`steps.${at}.${name}`, name === 'text' ? htmlOfStep(step) : (step[name] ?? '')]),
      ),
    ),
  }
}

/** A guide's text from the fields of its form, unchecked; a step without title, text and warning is left out. */
export function guideOfValues(values: Values): Record<keyof GuideText, unknown> {
  const of = (name: string) => (values[name] ?? '').replaceAll('\r\n', '\n').trim()
  const lines = (name: string) =>
    of(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  const optional = (name: string, value: string) => (value === '' ? {} : { [name]: value })
  return {
    title: of('title'),
    introduction: of('introduction'),
    difficulty: of('difficulty'),
    minutes: { from: Number(of('from')), to: Number(of('to')) },
    appliesTo: {
      ...optional('category', of('category')),
      devices: lines('devices'),
      series: lines('series').map(parseSeries),
      parts: lines('parts'),
    },
    tools: lines('tools'),
    parts: { numbers: lines('numbers'), ...optional('category', of('partsCategory')) },
    steps: stepNumbers(values).flatMap((at) => {
      const step = Object.fromEntries(stepFields.map((name) => [name, of(`steps.${at}.${name}`)]))
      const { title = '', warning = '', picture = '' } = step
      const written = stepText(step['text'] ?? '')
      if (title + written.text + warning === '') return []
      return [{ title, ...written, ...optional('warning', warning), ...optional('picture', picture) } as GuideStep]
    }),
  }
}

function parseSeries(line: string) {
  const [brand = '', ...rest] = line.split('/')
  return { brand: brand.trim(), series: rest.join('/').trim() }
}

/** The numbers of the steps that fields name, from 0 on. */
export function stepNumbers(values: Values): number[] {
  const numbers = Object.keys(values).flatMap((name) => /^steps\.(\d{1,2})\./.exec(name)?.[1] ?? [])
  return [...new Set(numbers.map(Number))].sort((one, other) => one - other)
}
