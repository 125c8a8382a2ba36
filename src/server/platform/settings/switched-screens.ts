import type { Features } from '../../../domain/settings/features.ts'
import { matchScreen, type Screen } from '../../../routes.ts'

/** Screens that exist only while a feature is on. Those that show what was ordered before have their own rules. */
const featureOf: Partial<Record<Screen, keyof Features>> = {
  'excel-order': 'excelOrder',
  'quick-order': 'excelOrder',
  guides: 'guides',
  guide: 'guides',
  request: 'partRequests',
}

/** Tells whether the operator has switched a screen off, which then answers 404 to every method. */
export function isSwitchedOff(screen: Screen, features: Features): boolean {
  const feature = featureOf[screen]
  return feature !== undefined && !features[feature]
}

const link = /(<li\b[^<>]*>\s*)?<a\b[^<>]*\bhref="([^"<>]*)"[^<>]*>((?:[^<]|<(?!\/?a\b))*)<\/a>(\s*<\/li>)?/g

/** Removes links to screens that are switched off from sanitised HTML: an item of a list whole, else only the link. */
export function withoutOffLinks(html: string, features: Features): string {
  return html.replace(link, (whole, open: string | undefined, address: string, text: string, close?: string) => {
    const [, path = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/.exec(address) ?? []
    const matched = matchScreen(path)
    if (!matched || !isSwitchedOff(matched.screen, features)) return whole
    return open !== undefined && close !== undefined ? '' : `${open ?? ''}${text}${close ?? ''}`
  })
}
