import type { NamedDevice } from '../../contracts/catalog-pages/product-lists.ts'

const longestText = 300

/** Reads the remembered device; null when there is none or it does not say which one and where its parts are. */
export function readDevice(stored: unknown): NamedDevice | null {
  const [slug, name, paths] = [fieldOf(stored, 'slug'), fieldOf(stored, 'name'), fieldOf(stored, 'paths')]
  const [en, sv] = [fieldOf(paths, 'en'), fieldOf(paths, 'sv')]
  return isText(slug) && isText(name) && isPath(en) && isPath(sv) ? { slug, name, paths: { en, sv } } : null
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestText
}

/** Only a path of this shop: what is stored must never lead elsewhere. */
function isPath(value: unknown): value is string {
  return isText(value) && /^\/(?![/\\])/.test(value)
}
