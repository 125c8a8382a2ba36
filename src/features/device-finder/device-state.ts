import { fieldOf, isPath, isText } from '../../browser/stored-fields.ts'
import type { NamedDevice } from '../../contracts/catalog-pages/product-lists.ts'

const maxLength = 300

/** Reads the remembered device; null when there is none or it does not say which one and where its parts are. */
export function readDevice(stored: unknown): NamedDevice | null {
  const [slug, name, paths] = [fieldOf(stored, 'slug'), fieldOf(stored, 'name'), fieldOf(stored, 'paths')]
  const [en, sv] = [fieldOf(paths, 'en'), fieldOf(paths, 'sv')]
  if (!isText(slug, maxLength) || !isText(name, maxLength) || !isPath(en, maxLength) || !isPath(sv, maxLength))
    return null
  return { slug, name, paths: { en, sv } }
}
