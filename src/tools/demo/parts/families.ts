type Family = { sku: string; discount: string | null; tiers: boolean }

/**
 * Properties of a part family: the prefix of its article numbers, its discount category, and whether it has quantity
 * prices.
 */
export const families = {
  'laptop-batteries': { sku: 'BT', discount: 'power', tiers: true },
  'laptop-chargers': { sku: 'CH', discount: 'power', tiers: true },
  'dc-jacks': { sku: 'DC', discount: 'power', tiers: false },
  'power-supplies': { sku: 'PS', discount: 'power', tiers: false },
  'small-batteries': { sku: 'SB', discount: 'power', tiers: true },
  'docking-stations': { sku: 'DS', discount: 'power', tiers: false },
  'laptop-screens': { sku: 'SC', discount: 'screens', tiers: false },
  'touch-glass': { sku: 'TG', discount: 'screens', tiers: false },
  'laptop-keyboards': { sku: 'KB', discount: 'input', tiers: false },
  trackpads: { sku: 'TP', discount: 'input', tiers: false },
  'desktop-input': { sku: 'DI', discount: 'input', tiers: true },
  'laptop-fans': { sku: 'FN', discount: 'cooling', tiers: false },
  heatsinks: { sku: 'HS', discount: 'cooling', tiers: false },
  'case-cooling': { sku: 'CC', discount: 'cooling', tiers: true },
  'thermal-materials': { sku: 'TM', discount: 'cooling', tiers: true },
  palmrests: { sku: 'PR', discount: 'frames', tiers: false },
  covers: { sku: 'CV', discount: 'frames', tiers: false },
  hinges: { sku: 'HG', discount: 'frames', tiers: false },
  cases: { sku: 'CS', discount: 'frames', tiers: false },
  'laptop-boards': { sku: 'MB', discount: 'boards', tiers: false },
  'io-boards': { sku: 'IO', discount: 'boards', tiers: false },
  'desktop-boards': { sku: 'DB', discount: 'boards', tiers: false },
  'camera-and-sound': { sku: 'AV', discount: 'boards', tiers: false },
  'internal-cables': { sku: 'IC', discount: 'cables', tiers: true },
  memory: { sku: 'RM', discount: 'memory', tiers: true },
  ssd: { sku: 'SD', discount: 'memory', tiers: true },
  'hard-drives': { sku: 'HD', discount: 'memory', tiers: false },
  'drive-mounts': { sku: 'DM', discount: 'memory', tiers: true },
  cables: { sku: 'CB', discount: 'cables', tiers: true },
  adapters: { sku: 'AD', discount: 'cables', tiers: true },
  network: { sku: 'NW', discount: 'network', tiers: true },
  'phone-parts': { sku: 'PH', discount: 'phones', tiers: false },
  'tablet-parts': { sku: 'TB', discount: 'phones', tiers: false },
  'printer-parts': { sku: 'PT', discount: 'printers', tiers: true },
  tools: { sku: 'TL', discount: 'tools', tiers: true },
  consumables: { sku: 'CO', discount: 'tools', tiers: true },
  kits: { sku: 'KT', discount: 'kits', tiers: false },
  'gift-cards': { sku: 'GC', discount: null, tiers: false },
} as const satisfies Record<string, Family>

export type FamilyId = keyof typeof families
