import sanitizeHtml from 'sanitize-html'

const shapes = ['path', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect', 'text', 'tspan']
const containers = ['svg', 'g', 'defs', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop', 'title', 'desc']
const paint = [
  'fill*',
  'stroke*',
  'clip-path',
  'clip-rule',
  'mask',
  'color',
  'display',
  'opacity',
  'paint-order',
  'stop-color',
  'stop-opacity',
  'transform',
]
const geometry = (
  'd x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy points pathLength offset width height viewBox preserveAspectRatio ' +
  'gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits ' +
  'text-anchor font-* letter-spacing'
).split(' ')
const naming = [
  'id',
  'class',
  'role',
  'aria-label',
  'aria-hidden',
  'xmlns',
  'xmlns:xlink',
  'version',
  'href',
  'xlink:href',
]

/** What a drawing of a company's own has no need of, and an attack has; and what would be missed if it were removed. */
const dangers: readonly (readonly [RegExp, string])[] = [
  [/<!DOCTYPE|<!ENTITY/i, 'a document type'],
  [/<\?xml-stylesheet/i, 'a reference to a style sheet'],
  [/<(?:\w+:)?script/i, 'a script'],
  [/<(?:\w+:)?(?:foreignObject|iframe|embed|object)/i, 'foreign content'],
  [/<(?:\w+:)?(?:animate\w*|set)\b/i, 'an animation'],
  [/\son\w+\s*=/i, 'an event handler'],
  [/\s(?:\w+:)?href\s{0,9}=(?!["']#)/i, 'a reference to something else'],
  [/url\s{0,9}\((?!["']?#)|@import|\\|&#/i, 'a reference to something else'],
  [/\b(?:image-set|cross-fade|src)\(/i, 'a reference to something else'],
  [
    /<(?:\w+:)?(?:use|image|symbol|pattern|marker|filter|switch|textPath)\b/,
    'elements besides shapes, gradients and masks: flatten it in the drawing program',
  ],
]

/** A drawing that is refused; the message says what it has. */
export class SvgRefused extends Error {
  override readonly name = 'SvgRefused'
}

/**
 * Returns a drawing with nothing but shapes, paints and a plain style sheet; what drawing programs leave in files is
 * removed. Throws SvgRefused for scripts, event handlers, references and foreign content.
 */
export function cleanSvg(svg: string): string {
  refuseDangers(svg)
  const clean = sanitizeHtml(svg, {
    allowedTags: [...containers, ...shapes, 'style'],
    allowedAttributes: { '*': [...paint, ...geometry, ...naming] },
    allowedSchemes: [],
    allowVulnerableTags: true,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  }).trim()
  // Comments, tags and sections that were left out may have parted what is dangerous.
  refuseDangers(clean)
  if (!clean.startsWith('<svg') || !clean.endsWith('</svg>')) throw new SvgRefused('it is no SVG')
  return clean
}

function refuseDangers(svg: string): void {
  const danger = dangers.find(([pattern]) => pattern.test(svg))
  if (danger) throw new SvgRefused(`it has ${danger[1]}`)
}
