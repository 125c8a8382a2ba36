import type { Facts, Wanted } from '../query.ts'

/** A screen shows something: touch glass is in the same categories. */
const panels = { panel_type: ['ips', 'tn', 'oled'] }

/** Kinds of parts and the categories that hold them; `also` is what the same word covers less usually. */
export const kinds = {
  laptopCharger: { kinds: ['laptop-chargers'] },
  laptopBattery: { kinds: ['laptop-batteries'] },
  phoneBattery: { kinds: ['phone-batteries'] },
  battery: {
    kinds: ['laptop-batteries', 'phone-batteries', 'tablet-batteries'],
    also: [{ kinds: ['small-batteries'] }],
  },
  cmosBattery: { kinds: ['small-batteries'], attributes: { voltage: '3 V' } },
  laptopScreen: { kinds: ['laptop-screens'], attributes: panels },
  phoneScreen: { kinds: ['phone-screens'], attributes: panels },
  tabletScreen: { kinds: ['tablet-screens'], attributes: panels },
  screen: { kinds: ['laptop-screens', 'phone-screens', 'tablet-screens'], attributes: panels },
  laptopKeyboard: { kinds: ['laptop-keyboards'] },
  keyboard: { kinds: ['laptop-keyboards', 'desktop-keyboards'] },
  fan: { kinds: ['laptop-fans', 'case-fans'], also: [{ kinds: ['laptop-heatsinks'] }] },
  laptopFan: { kinds: ['laptop-fans'], also: [{ kinds: ['laptop-heatsinks'] }] },
  caseFan: { kinds: ['case-fans'] },
  heatsink: { kinds: ['laptop-heatsinks'], also: [{ kinds: ['cpu-coolers'] }] },
  hinge: { kinds: ['hinges'] },
  touchpad: { kinds: ['trackpads'] },
  palmrest: { kinds: ['palmrests'] },
  bottomCover: { kinds: ['bottom-covers'] },
  lid: { kinds: ['lids'] },
  bezel: { kinds: ['bezels'] },
  dcJack: { kinds: ['dc-jacks'] },
  chargingPort: { kinds: ['charging-ports'] },
  laptopBoard: { kinds: ['laptop-motherboards'] },
  board: { kinds: ['laptop-motherboards', 'desktop-motherboards'] },
  speaker: { kinds: ['speakers'] },
  webcam: { kinds: ['webcams'] },
  screenCable: { kinds: ['screen-cables'] },
  memory: { kinds: ['laptop-memory', 'desktop-memory'] },
  laptopMemory: { kinds: ['laptop-memory'] },
  ssd: { kinds: ['ssd'], also: [{ kinds: ['external-drives'], attributes: { interface: 'usb_10' } }] },
  hardDrive: { kinds: ['hard-drives'], also: [{ kinds: ['external-drives'], attributes: { interface: 'usb_5' } }] },
  dock: { kinds: ['docking-stations'] },
  powerSupply: { kinds: ['power-supplies'] },
  networkCable: { kinds: ['network-cables'] },
  thermalPaste: { kinds: ['thermal-paste'] },
  wifiCard: { kinds: ['wifi-cards'] },
  graphicsCard: { kinds: ['graphics-cards'] },
  screwdriver: { kinds: ['screwdrivers'] },
  toner: { kinds: ['toner-and-ink'] },
  fuser: { kinds: ['printer-maintenance'] },
} as const satisfies Record<string, Wanted>

/** A kind of part for these devices; what the kind's name covers less usually has to fit them too. */
export const fitting = (kind: Wanted, ...devices: readonly string[]): Wanted => narrowed(kind, { devices })

/** A kind of part that also has these values. */
export const having = (kind: Wanted, attributes: Facts['attributes'] & object): Wanted => narrowed(kind, { attributes })

/** A kind of part that this maker made. */
export const madeBy = (brand: string, kind: Wanted): Wanted => narrowed(kind, { brands: [brand] })

function narrowed(kind: Wanted, more: Facts): Wanted {
  const narrow = (facts: Facts): Facts => ({
    ...facts,
    ...more,
    attributes: { ...facts.attributes, ...more.attributes },
  })
  return { ...kind, ...narrow(kind), also: (kind.also ?? []).map(narrow) }
}
