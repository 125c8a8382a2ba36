import { guideJson } from '../../../platform/db/json-columns.ts'
import type { Queryable } from '../../../platform/db/tables.ts'
import {
  guideTexts,
  linkingTexts,
  originalsOfCrops,
  picturesOfCategories,
  picturesOfLibrary,
  type FileKind,
} from './unused-queries.ts'

/** The ids of files that something other than a product refers to. */
export type OtherUses = Readonly<Record<FileKind, ReadonlySet<string>>>

/** Reads the files that the library, categories, guides and crops have, and those to which texts and settings link. */
export async function otherUses(db: Queryable): Promise<OtherUses> {
  const steps = (await guideTexts(db)).flatMap((text) => guideJson.read(text).steps)
  const links = (await linkingTexts(db)).flatMap(findLinks)
  const linked = (file: FileKind): string[] => links.flatMap((link) => (link.file === file ? [link.id] : []))
  return {
    picture: new Set([
      ...(await picturesOfCategories(db)),
      ...(await picturesOfLibrary(db)),
      ...(await originalsOfCrops(db)),
      ...steps.flatMap(({ picture }) => picture ?? []),
      ...linked('picture'),
    ]),
    document: new Set(linked('document')),
  }
}

function findLinks(text: string): { file: FileKind; id: string }[] {
  return [...text.matchAll(/\/(picture|document)s\/([\w.-]+)/g)].map(([, folder, name = '']) =>
    folder === 'document'
      ? { file: 'document', id: name.replace(/\.pdf$/, '') }
      : { file: 'picture', id: name.replace(/-\d+\.(?:avif|webp)$/, '') },
  )
}
