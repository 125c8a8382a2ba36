/** A document as Chromium's own parser reads it: a line for each element, in their order. */
export type TreeReader = (html: string) => string[]

/**
 * Makes the function that reads documents, inside the browser; nothing is loaded or executed. Two elements have the
 * same line only where both run and load the same: a line has the element's name and namespace, the names of all its
 * attributes, the values of those that can run something, and the text of scripts and styles. Ordinary addresses count
 * as equal, because pages link to different records; data blocks of JSON are not run.
 */
export function makeTreeReader(): TreeReader {
  const addresses = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'poster', 'background'])
  const telling = new Set(['srcdoc', 'type', 'http-equiv', 'attributename', 'to', 'from', 'values'])
  const ofAttribute = (element: Element, { name, value }: Attr): string => {
    const plain = value.replace(/[\u0000-\u0020]/g, '').toLowerCase()
    if (addresses.has(name)) return /^(?:javascript|vbscript|data|blob|filesystem):/.test(plain) ? value : name
    const isTold = name.startsWith('on') || telling.has(name.toLowerCase())
    return isTold || (name === 'content' && element.hasAttribute('http-equiv')) ? `${name}=${value}` : name
  }
  const line = (element: Element, place: string): string => {
    const kind = element.localName
    const isRun = kind === 'style' || (kind === 'script' && !element.getAttribute('type')?.endsWith('json'))
    // A list has a title where a text is cut off, which depends on the length alone.
    const attributes = [...element.attributes]
      .filter(({ name }) => name !== 'title')
      .map((each) => ofAttribute(element, each))
    return [place, element.namespaceURI, kind, ...attributes.sort(), isRun ? element.textContent : ''].join(' ')
  }
  const walk = (root: ParentNode, place: string): string[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      line(element, place),
      ...(element instanceof HTMLTemplateElement ? walk(element.content, 'template') : []),
    ])
  // Without scripts a parser reads <noscript> as elements; a browser that runs them reads it as it reads <noframes>.
  return (html) => walk(new DOMParser().parseFromString(html.replace(/noscript/gi, 'noframes'), 'text/html'), '')
}

/** Makes the function that finds what would run on a click or movement: handlers in attributes and script URLs. */
export function makeTrapFinder(): (page: Document) => string[] {
  const addresses = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc'])
  const isTrap = (element: Element, { name, value }: Attr): boolean => {
    if (name.startsWith('on')) return true
    if (!addresses.has(name) || element.localName === 'iframe') return false
    return /^(?:javascript|vbscript):|^data:text\/html/i.test(value.replace(/[\u0000-\u0020]/g, ''))
  }
  const find = (page: Document): string[] =>
    [...page.querySelectorAll('*')].flatMap((element) => [
      ...[...element.attributes]
        .filter((each) => isTrap(element, each))
        .map(({ name }) => `${element.localName} ${name}`),
      ...('contentDocument' in element && element.contentDocument ? find(element.contentDocument as Document) : []),
    ])
  return find
}
