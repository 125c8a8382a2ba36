import type { ProductRecord } from '../../maintenance/product-record.ts'
import { FeedError, RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { Profile } from '../profile/profile.ts'
import { cleanText, itemsOf, splitCell } from './cell-text.ts'
import type { ImportContext } from './import-context.ts'

const maxPhotos = 12
const maxAltLength = 200

type Pictures = Pick<ProductRecord, 'picture_ids' | 'picture_alts'> & {
  /** Pictures that the product is imported without. */
  problems?: RowProblem[]
}
type Addresses = Extract<NonNullable<Profile['picture']>, { urls: unknown }>
type Photographs = Extract<NonNullable<Profile['picture']>, { files: string }>

/** Creates a reader of a row's pictures, the main one first; the product's id selects the drawing's variant. */
export function pictureReader({ picture }: Profile, context: ImportContext): (row: FeedRow, id: string) => Pictures {
  if (!picture) return () => ({ picture_ids: [] })
  if ('urls' in picture) return (row) => picturesAt(row, picture, context)
  if ('files' in picture) return (row) => photosOfRow(row, picture, context)
  if ('column' in picture) return (row) => ({ picture_ids: givenPicture(row, picture.column, context) })
  const variantsOf = (drawing: string) =>
    Array.from({ length: picture.variants }, (_, variant) => drawingId(drawing, variant, context))
  const usual = variantsOf(picture.drawing)
  const others = picture.when.map(({ column, values, drawing }) => ({
    matches: (row: FeedRow) => values.includes(cleanText(row.get(column))),
    ids: variantsOf(drawing),
  }))
  return (row, id) => {
    const ids = others.find(({ matches }) => matches(row))?.ids ?? usual
    const chosen = ids[id.charCodeAt(id.length - 1) % ids.length]
    return { picture_ids: chosen === undefined ? [] : [chosen] }
  }
}

/** Checks the photographs that a row names, before the row is read; each one is checked once. */
export async function checkPhotos(
  { picture }: Profile,
  row: FeedRow,
  { photos, checked }: ImportContext,
): Promise<void> {
  if (!picture || !('files' in picture || 'urls' in picture)) return
  if (!photos) throw new FeedError('needs_pictures')
  const names = 'files' in picture ? itemsOf(row.get(picture.files), picture.separator) : addressesIn(row, picture)
  const check = async (name: string) => {
    if (!checked.has(name)) checked.set(name, await photos.check(name))
  }
  if ('files' in picture) for (const name of names.slice(0, maxPhotos)) await check(name)
  else await Promise.all(names.slice(0, maxPhotos).map(check))
}

function addressesIn(row: FeedRow, { urls, separator }: Addresses): string[] {
  return [...new Set([urls].flat().flatMap((column) => itemsOf(row.get(column), separator)))]
}

/** Pictures from the internet: those that cannot be had are left out. */
function picturesAt(row: FeedRow, picture: Addresses, { checked, definitions }: ImportContext): Pictures {
  const [column = null] = [picture.urls].flat()
  const names = addressesIn(row, picture)
  const ids = new Set<string>()
  const problems = names.slice(0, maxPhotos).flatMap((name) => {
    const photo = checked.get(name) ?? { problem: 'it was not checked' }
    if ('problem' in photo)
      return [new RowProblem(column, 'picture_left_out', { name: name.slice(0, 120), problem: photo.problem })]
    definitions.photos.add(photo.id)
    ids.add(photo.id)
    return []
  })
  if (names.length > maxPhotos)
    problems.push(new RowProblem(column, 'pictures_first', { most: maxPhotos, count: names.length }))
  return { picture_ids: [...ids], problems }
}

function photosOfRow(row: FeedRow, picture: Photographs, { checked, definitions }: ImportContext): Pictures {
  const { files, separator, alt } = picture
  const named = splitCell(row.get(files), separator)
  const places = named.flatMap((name, at) => (name !== '' && named.indexOf(name) === at ? [at] : []))
  if (places.length > maxPhotos)
    throw new RowProblem(files, 'photographs_many', { count: places.length, most: maxPhotos })
  const photos = new Map<string, number>()
  for (const at of places) {
    const name = named[at] ?? ''
    const photo = checked.get(name) ?? { problem: 'it was not checked' }
    if ('problem' in photo)
      throw new RowProblem(files, 'photograph_unusable', { name: name.slice(0, 60), problem: photo.problem })
    definitions.photos.add(photo.id)
    if (!photos.has(photo.id)) photos.set(photo.id, at)
  }
  const altsIn = (column: string) => {
    const texts = splitCell(row.get(column), separator)
    return [...photos.values()].map((at) => altText(texts[at] ?? '', column))
  }
  return {
    picture_ids: [...photos.keys()],
    ...(alt && { picture_alts: { en: altsIn(alt.en), sv: altsIn(alt.sv) } }),
  }
}

function altText(text: string, column: string): string {
  if (text.length <= maxAltLength) return text
  throw new RowProblem(column, 'photograph_text', { count: text.length, most: maxAltLength })
}

function givenPicture(row: FeedRow, column: string, { pictures }: ImportContext): string[] {
  const id = cleanText(row.get(column))
  if (id !== '' && !pictures.has(id)) throw new RowProblem(column, 'no_picture', { text: id.slice(0, 60) })
  return id === '' ? [] : [id]
}

function drawingId(kind: string, variant: number, { drawings, definitions }: ImportContext): string {
  const id = drawings.idOf({ kind, variant })
  if (id === undefined) throw new FeedError('no_drawing', { name: kind })
  definitions.drawings.set(id, { kind, variant })
  return id
}
