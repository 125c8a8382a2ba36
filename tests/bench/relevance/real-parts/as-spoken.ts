import { ask, type Query } from '../query.ts'
import {
  caseFan,
  cooler,
  drive,
  externalDrive,
  graphicsCard,
  keyboard,
  mouse,
  opticalDrive,
  powerSupply,
  processor,
  withoutCable,
} from './kinds.ts'

const stacked = ['5500', '5600', '5700', '5800', '7600', '7800', '7900', '7950', '9800', '9900', '9950'].map(
  (model) => `${model}x3d`,
)
const anyDrive = { kinds: ['memory-storage/internal-drives', 'memory-storage/external-drives'] }

/** Wishes that no part of the kind has in its name: the kind is wanted, and the word said to be left out. */
export const wishes: readonly Query[] = [
  ...ask('sv', { ...processor(), unknown: ['gaming'] }, 'gaming cpu'),
  ...ask('sv', { ...processor(), unknown: ['am5'] }, 'processor am5'),
  ...ask('sv', { ...mouse(), unknown: ['ergonomisk'] }, 'ergonomisk mus'),
  ...ask('sv', { ...anyDrive, unknown: ['ps4'] }, 'hårddisk till ps4'),
  ...ask('sv', { ...opticalDrive(), unknown: ['extern'] }, 'extern dvd brännare', 'extern dvdbrännare'),
  ...ask('en', { ...opticalDrive(), unknown: ['external'] }, 'external blu-ray'),
  ...ask('sv', graphicsCard(), 'bra och billigt grafikkort'),
]

/** What is not wanted, said with "without" or "not". */
export const denied: readonly Query[] = [
  ...ask('sv', mouse(withoutCable), 'mus utan sladd'),
  ...ask('sv', graphicsCard({ graphics_chip: 'GeForce RTX 4070' }), 'rtx 4070 inte ti'),
  ...ask('en', keyboard({}, { named: [['tkl', 'tenkeyless']] }), 'keyboard without numpad'),
]

/** Symptoms, spoken numbers, other units, and short forms of models. */
export const spoken: readonly Query[] = [
  ...ask('sv', { ...powerSupply(), unknown: ['startar'] }, 'datorn startar inte nätaggregat'),
  ...ask('sv', drive({ drive_kind: 'ssd' }), 'datorn är seg vill ha ssd'),
  ...ask('sv', processor({ processor_cores: '8' }), 'åttakärnig processor', '8-kärnig cpu'),
  ...ask('en', processor({ processor_cores: '8' }), 'eight core processor', 'octa-core cpu'),
  ...ask('sv', caseFan({ diameter: '120 mm' }), 'fläkt 12cm', '12 cm fläkt'),
  ...ask('sv', powerSupply({ power: '650 W' }), '650 watt nätdel'),
  ...ask('sv', externalDrive({ capacity_gb: '5000 GB' }), 'bärbar hårddisk 5 tb'),
  ...ask('sv', opticalDrive(), 'cd brännare'),
  ...ask('sv', keyboard({}, { named: ['red'] }), 'tangentbord röda switchar'),
  ...ask('en', keyboard({}, { named: ['red'] }), 'mechanical keyboard red switches'),
  ...ask('en', cooler({}, { named: [['lp', 'low', 'profile']] }), 'low profile cpu cooler'),
  ...ask('sv', graphicsCard({ graphics_chip: 'GeForce GTX 1660 SUPER' }), '1660s', 'gtx 1660s'),
  ...ask('sv', graphicsCard({ graphics_chip: 'GeForce RTX 4070 Ti SUPER' }), '4070tis'),
  ...ask('sv', processor({}, { named: ['ryzen', '7', stacked] }), 'ryzen 7 x3d'),
  ...ask('en', processor({}, { named: [stacked] }), 'amd x3d processor'),
]
