import { findLibraryPictures } from '../../../domain/content/library-address.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { VersionRow } from '../version-queries.ts'
import { valuesOfVersion, type Values } from './item-values.ts'
import { knownFiles, picturesInLibrary } from './link-queries.ts'

type Services = { db: Database; kind: DatabaseKind }

/** A picture that a version shows and that the shop no longer has; `alt` is what it showed in words, '' if nothing. */
export type MissingPicture = { readonly id: string; readonly alt: string }

const image = /<img\b[^<>]*>/g

/** The pictures that each of some versions of one item shows and that the shop no longer has, by their numbers. */
export async function missingPictures(
  services: Services,
  versions: readonly VersionRow[],
): Promise<Map<number, MissingPicture[]>> {
  const shown = versions.map((version) => ({ version, pictures: picturesOf(version) }))
  const ids = [...new Set(shown.flatMap(({ pictures }) => pictures.map(({ id }) => id)))]
  const isGuide = versions[0]?.kind === 'guide'
  const known = new Set(
    ids.length === 0 ? [] : await (isGuide ? knownFiles(services, 'pictures', ids) : picturesInLibrary(services, ids)),
  )
  return new Map(shown.map(({ version, pictures }) => [version.number, pictures.filter(({ id }) => !known.has(id))]))
}

/** Texts of pages name pictures of the library in their HTML, steps of guides name a picture of the shop. */
function picturesOf(version: VersionRow): MissingPicture[] {
  const values = valuesOfVersion(version)
  const found =
    version.kind === 'guide'
      ? Object.entries(values).flatMap(([name, id = '']) => (isPicture(name) && id !== '' ? [{ id, alt: '' }] : []))
      : [...(values['html'] ?? '').matchAll(image)].flatMap(([tag]) =>
          findLibraryPictures(tag).map((id) => ({ id, alt: altOf(tag) })),
        )
  return [...new Map(found.map((each) => [each.id, each])).values()]
}

function altOf(tag: string): string {
  const [, alt = ''] = / alt="([^"]*)"/.exec(tag) ?? []
  return alt.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

const isPicture = (name: string): boolean => /^steps\.\d+\.picture$/.test(name)

/** The fields of an item without these pictures, and without the paragraphs that had nothing else. */
export function withoutPictures(values: Values, missing: readonly MissingPicture[]): Values {
  const ids = new Set(missing.map(({ id }) => id))
  if (ids.size === 0) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, text]): [string, string] => {
      if (isPicture(name)) return [name, ids.has(text) ? '' : text]
      return [name, name === 'html' ? withoutImages(text, ids) : text]
    }),
  )
}

function withoutImages(html: string, ids: ReadonlySet<string>): string {
  const left = html.replaceAll(image, (tag) => (findLibraryPictures(tag).some((id) => ids.has(id)) ? '' : tag))
  return left === html ? html : left.replaceAll(/<(p|figure)>\s*<\/\1>\n?/g, '')
}
