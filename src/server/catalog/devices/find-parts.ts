import type { FinderChoice, FindPartsPage, FindPartsQuery } from '../../../contracts/catalog-pages/find-parts-page.ts'
import type { Crumb } from '../../../contracts/catalog-pages/product-lists.ts'
import { languages, type Language } from '../../../domain/places/locales.ts'
import { deviceName, modelName, plainDeviceText, withoutSeries } from '../../../domain/products/devices.ts'
import { translator } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { goTo, publicPage, type PageResult } from '../../platform/http/pages/page-result.ts'
import type { Shop } from '../../platform/shop.ts'
import { deviceBySlug } from '../listing/listing-queries.ts'
import { cablePath } from './cable-path.ts'
import { deviceModels, devicesByText, deviceSeries } from './device-queries.ts'
import { finderForm } from './finder-form.ts'
import { finderPlace, type FinderPlace } from './finder-place.ts'

const minSigns = 3
const maxSigns = 64
const maxHits = 40

type Devices = Awaited<ReturnType<typeof devicesByText>>
type Finding = { shop: Shop; language: Language; query: FindPartsQuery; place: FinderPlace }

/**
 * Answers the forms of the parts finder, all of which work without JavaScript: leads to the parts, or shows the
 * page with the next choice. An unknown maker, series, device or category is ignored.
 */
export async function findParts(
  shop: Shop,
  language: Language,
  query: FindPartsQuery,
): Promise<PageResult<FindPartsPage>> {
  const place = await finderPlace(shop.db, language, query)
  const cable = await cablePath(shop.db, place, query)
  if (cable) return goTo(cable)
  const device = query.device ? await deviceBySlug(shop.db, query.device) : undefined
  if (device) return goTo(place.partsOf(device.slug))
  const finding = { shop, language, query, place }
  return query.number?.trim() ? byNumber(finding, query.number.trim().slice(0, maxSigns)) : byName(finding)
}

async function byNumber(finding: Finding, number: string): Promise<PageResult<FindPartsPage>> {
  const {
    shop: { db, kind },
    place,
  } = finding
  const plain = plainDeviceText(number)
  const found = plain.length < minSigns ? [] : await devicesByText(db, kind, plain, maxHits)
  const [only] = found
  if (only && found.length === 1) return goTo(place.partsOf(only.slug))
  const choices = found.map((device) => ({
    name: deviceName(device),
    path: place.partsOf(device.slug),
    note: device.type_numbers,
  }))
  return pageOf(finding, { step: 'number', number, brand: '', series: '', choices })
}

async function byName(finding: Finding): Promise<PageResult<FindPartsPage>> {
  const {
    shop: { db },
    query,
    place,
  } = finding
  const series = query.brand ? await deviceSeries(db, query.brand) : []
  const brand = series.length > 0 ? (query.brand ?? '') : ''
  const models = brand && query.series ? await deviceModels(db, brand, query.series) : []
  if (models.length > 0)
    return pageOf(finding, {
      step: 'model',
      brand,
      series: query.series ?? '',
      number: '',
      choices: modelChoices(models, place),
    })
  const choices = series.map((each) => ({
    name: seriesName(finding, each),
    path: finderPath(finding, { brand, series: each }),
    note: '',
  }))
  return pageOf(finding, { step: brand ? 'series' : 'brand', brand, series: '', number: '', choices })
}

function modelChoices(models: Devices, place: FinderPlace): FinderChoice[] {
  return models.map((device) => ({
    name: modelName(device),
    path: place.partsOf(device.slug),
    note: device.type_numbers,
  }))
}

type Shown = Pick<FindPartsPage, 'step' | 'brand' | 'series' | 'number' | 'choices'>

async function pageOf(finding: Finding, shown: Shown): Promise<PageResult<FindPartsPage>> {
  const { shop, language, place } = finding
  const form = await finderForm(shop, place.hiddenFields)
  const { compare } = new Intl.Collator(language, { numeric: true })
  const choices =
    shown.step === 'brand'
      ? form.brands.map((name) => ({ name, path: finderPath(finding, { brand: name }), note: '' }))
      : shown.choices.toSorted((one, other) => compare(one.name, other.name))
  const { brand, series, number } = shown
  const paths = languages.map((each) => [
    each,
    href(each, 'find-parts', {}, { ...place.hiddenFields, brand, series, number }),
  ])
  const page: FindPartsPage = {
    ...shown,
    choices,
    form,
    place: place.name,
    alternates: Object.fromEntries(paths),
    crumbs: crumbsOf(finding, shown),
  }
  return publicPage(page, { tags: ['catalog'], changesAt: null })
}

/** Builds the breadcrumbs: back to the makers, and from a model to its maker's series. */
function crumbsOf(finding: Finding, { brand, series }: Shown): Crumb[] {
  const { language, place } = finding
  const steps: Crumb[] = [
    { name: translator(language)('finder.title'), path: href(language, 'find-parts', {}, place.hiddenFields) },
  ]
  if (brand) steps.push({ name: brand, path: finderPath(finding, { brand }) })
  if (series) steps.push({ name: seriesName(finding, series), path: finderPath(finding, { brand, series }) })
  return steps
}

function seriesName({ language }: Finding, series: string): string {
  return series === withoutSeries ? translator(language)('finder.without_series') : series
}

function finderPath({ language, place }: Finding, step: { brand: string; series?: string }): string {
  return href(language, 'find-parts', {}, { ...place.hiddenFields, ...step })
}
