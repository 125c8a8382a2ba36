import type { Features } from '../../../domain/settings/features.ts'
import type { Screen } from '../../../routes.ts'

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
