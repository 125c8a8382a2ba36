import { ask, type Query } from '../query.ts'
import {
  caseFan,
  computerCase,
  cooler,
  drive,
  externalDrive,
  graphicsCard,
  keyboard,
  memory,
  motherboard,
  mouse,
  oneTerabyte,
  powerSupply,
  processor,
  thermalPaste,
  withoutCable,
} from './kinds.ts'

const noctuaD15 = {
  ...cooler({}, { brands: ['noctua'], named: ['nh-d15'] }),
  also: [cooler({}, { brands: ['noctua'], named: ['nh-d15s'] })],
}

export const typos: readonly Query[] = [
  ...ask('sv', graphicsCard({ graphics_chip: 'GeForce RTX 4070' }), 'grafikort rtx 4070'),
  ...ask('sv', motherboard({ socket: 'AM5' }), 'moderkrot am5'),
  ...ask('sv', powerSupply({ power: '750 W' }), 'nätagregat 750w'),
  ...ask('sv', keyboard(), 'tangetbord'),
  ...ask('sv', thermalPaste(), 'kylpsta', 'kyl pasta'),
  ...ask('sv', processor({}, { named: ['ryzen', '7'] }), 'proccessor ryzen 7'),
  ...ask('sv', mouse(withoutCable), 'trodlös mus'),
  ...ask('en', graphicsCard(), 'grahpics card'),
  ...ask('en', motherboard({}, { named: ['b550*'] }), 'motherbord b550'),
  ...ask('en', keyboard(withoutCable), 'wireles keybaord'),
  ...ask('en', powerSupply({ power: '850 W' }), 'powersupply 850w'),
  ...ask('en', memory({}, { brands: ['corsair'], named: ['vengeance'] }), 'corsiar vengance'),
  ...ask('en', noctuaD15, 'noctua nhd15'),
  ...ask('en', drive({}, { brands: ['samsung'], named: ['990', 'pro'] }), 'samsumg 990 pro'),
  ...ask('en', mouse({}, { brands: ['logitech'], named: ['g502'] }), 'logitec g502'),
]

export const mixed: readonly Query[] = [
  ...ask('sv', mouse(withoutCable), 'wireless mus'),
  ...ask('sv', drive({ drive_kind: 'ssd', capacity_gb: oneTerabyte }), 'ssd-disk 1tb'),
  ...ask('sv', powerSupply({ power: '850 W' }), 'psu 850w'),
  ...ask('sv', caseFan({ diameter: '140 mm' }), '140mm fan'),
  ...ask('sv', motherboard({ socket: 'AM4' }), 'mobo am4'),
  ...ask('sv', memory({ memory_type: 'DDR5' }), 'ddr5 memory'),
  ...ask('sv', graphicsCard({ video_memory: '8 GB' }), 'gpu 8gb'),
  ...ask('en', graphicsCard(), 'video card'),
  ...ask('en', computerCase({ colour: 'white' }), 'white chassis'),
  ...ask('en', externalDrive({ capacity_gb: '2000 GB' }), 'usb drive external 2tb'),
  ...ask('en', graphicsCard({ graphics_chip: 'GeForce RTX 4060' }), 'grafikkort rtx 4060'),
]

/** What such a shop does not sell, numbers that nobody has, and nonsense. */
export const unanswerable: readonly Query[] = [
  ...ask('sv', 'nothing', 'vinterdäck', 'qwrtplk', 'FOO-99812', 'barnvagn'),
  ...ask('en', 'nothing', 'garden hose', 'xqjzvw', 'ZZQ-404.777', 'lawn mower'),
]
