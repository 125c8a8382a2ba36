/** A name as sax reads it. */
type QualifiedName = { prefix: string; local: string; uri: string; name: string }

/** Prefixes of namespaces that feeds are known for; a profile may name others. */
const knownNamespaces: Readonly<Record<string, string>> = { 'http://base.google.com/ns/1.0': 'g' }

/**
 * Creates a function that gives names the prefixes that a profile has for their namespaces. A known prefix is not given
 * to names that have none.
 */
export function xmlNames(namespaces: Readonly<Record<string, string>>): (name: QualifiedName) => string {
  const given = new Map(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]))
  const prefixes = new Map([...Object.entries(knownNamespaces), ...given])
  return ({ prefix, local, uri, name }) => {
    const known = (prefix === '' ? given : prefixes).get(uri)
    return known === undefined ? name : `${known}:${local}`
  }
}
