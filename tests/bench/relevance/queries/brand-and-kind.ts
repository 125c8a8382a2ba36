import { ask, type Query } from '../query.ts'
import { fitting, kinds, madeBy } from './kinds.ts'

/** A maker of parts means its parts; a maker of devices means what fits its devices. */
export const brandAndKind: readonly Query[] = [
  ...ask('sv', madeBy('kraftlund', kinds.laptopCharger), 'kraftlund laddare'),
  ...ask('sv', madeBy('amperine', kinds.battery), 'amperine batteri'),
  ...ask('sv', madeBy('tastica', kinds.keyboard), 'tangentbord tastica'),
  ...ask('sv', madeBy('panelis', kinds.screen), 'panelis skärmar'),
  ...ask('sv', madeBy('minnea', kinds.ssd), 'minnea ssd'),
  ...ask('sv', madeBy('bitlund', kinds.memory), 'minne från bitlund'),
  ...ask('sv', madeBy('vindra', kinds.fan), 'fläkt vindra'),
  ...ask('sv', madeBy('ledara', kinds.networkCable), 'ledara nätverkskabel'),
  ...ask('sv', madeBy('zefyra', kinds.thermalPaste), 'zefyra kylpasta'),
  ...ask('sv', fitting(kinds.laptopBattery, 'nordbok-*'), 'batteri nordbok', 'nordbok batterier'),
  ...ask('sv', fitting(kinds.laptopCharger, 'tamarack-*'), 'tamarack laddare'),
  ...ask('sv', fitting(kinds.laptopKeyboard, 'kestrel-*'), 'tangentbord till kestrel'),
  ...ask('sv', fitting(kinds.phoneBattery, 'pelago-*'), 'pelago mobilbatteri'),
  ...ask('sv', fitting(kinds.toner, 'typera-*'), 'typera toner'),
  ...ask('en', madeBy('voltrin', kinds.laptopCharger), 'voltrin charger', 'voltrin laptop charger'),
  ...ask('en', madeBy('datavik', kinds.hardDrive), 'datavik hard drive'),
  ...ask('en', madeBy('klarvy', kinds.laptopScreen), 'klarvy screen'),
  ...ask('en', madeBy('kretsbo', kinds.laptopBoard), 'kretsbo mainboard'),
  ...ask('en', madeBy('mejsla', kinds.screwdriver), 'mejsla screwdriver'),
  ...ask('en', madeBy('kontakta', kinds.dock), 'kontakta docking station'),
  ...ask('en', madeBy('signalund', kinds.wifiCard), 'signalund wi-fi card'),
  ...ask('en', madeBy('bitlund', { kinds: ['ssd-nvme'] }), 'bitlund nvme ssd'),
  ...ask('en', madeBy('ficka', kinds.phoneScreen), 'ficka phone screen'),
  ...ask('en', fitting(kinds.laptopBattery, 'nordbok-*'), 'battery nordbok'),
  ...ask('en', fitting(kinds.laptopCharger, 'halden-*'), 'halden charger'),
  ...ask('en', fitting(kinds.laptopScreen, 'solvik-*'), 'solvik screen'),
  ...ask('en', fitting(kinds.laptopFan, 'vireo-*'), 'fan for vireo'),
  ...ask('en', fitting(kinds.phoneScreen, 'lumora-one-*', 'lumora-mini-*', 'lumora-max-*'), 'lumora phone screen'),
]
