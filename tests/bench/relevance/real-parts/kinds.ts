import type { Facts } from '../query.ts'

type Attributes = NonNullable<Facts['attributes']>

/** A kind of part with these values, and the rest of what must hold. */
type OfKind = (attributes?: Attributes, more?: Facts) => Facts

const ofKind =
  (address: string): OfKind =>
  (attributes = {}, more = {}) => ({ kinds: [address], attributes, ...more })

export const graphicsCard = ofKind('desktop-components/graphics-cards')
export const processor = ofKind('desktop-components/processors')
export const motherboard = ofKind('desktop-components/motherboards')
export const computerCase = ofKind('desktop-components/cases')
export const soundCard = ofKind('desktop-components/sound-cards')
export const memory = ofKind('memory-storage/desktop-memory')
export const drive = ofKind('memory-storage/internal-drives')
export const externalDrive = ofKind('memory-storage/external-drives')
export const opticalDrive = ofKind('memory-storage/optical-drives')
export const powerSupply = ofKind('power-charging/power-supplies')
export const cooler = ofKind('cooling/cpu-coolers')
export const caseFan = ofKind('cooling/case-fans')
export const fanController = ofKind('cooling/fan-controllers')
export const thermalPaste = ofKind('cooling/thermal-paste')
export const keyboard = ofKind('keyboards-mice/keyboards')
export const mouse = ofKind('keyboards-mice/mice')
export const networkCard = ofKind('networking/network-cards')
export const wifiCard = ofKind('networking/wi-fi-cards')

/** Drives that turn, by their speed. */
export const turning = ['5400', '5900', '7200', '5700', '5640', '5940', '10000', '10500', '15000'] as const
/** What makers sell as this many terabytes. */
export const oneTerabyte = ['1000 GB', '1024 GB'] as const

/** Shoppers name the whole of a kit: 32 GB are one, two, four or eight modules. */
export const kitsOf = {
  '8 GB': ['1 × 8 GB', '2 × 4 GB', '4 × 2 GB'],
  '16 GB': ['1 × 16 GB', '2 × 8 GB', '4 × 4 GB', '8 × 2 GB'],
  '32 GB': ['1 × 32 GB', '2 × 16 GB', '4 × 8 GB', '8 × 4 GB'],
  '48 GB': ['1 × 48 GB', '2 × 24 GB', '3 × 16 GB'],
  '64 GB': ['1 × 64 GB', '2 × 32 GB', '4 × 16 GB', '8 × 8 GB'],
  '128 GB': ['1 × 128 GB', '2 × 64 GB', '4 × 32 GB', '8 × 16 GB'],
} as const

export const withoutCable = { connection: ['wireless', 'bluetooth'] } as const
export const isModular = { modular: ['full', 'semi', 'full_side'] } as const
export const micro = ['MicroATX Mini Tower', 'MicroATX Mid Tower', 'MicroATX Desktop', 'MicroATX Slim'] as const
