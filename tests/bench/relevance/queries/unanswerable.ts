import { ask, type Query } from '../query.ts'
import { fitting, kinds } from './kinds.ts'

/** Devices that the shop does not know beside kinds of part that it sells; numbers that nobody has; nonsense. */
export const unanswerable: readonly Query[] = [
  ...ask('sv', { ...kinds.laptopBattery, unknown: ['thinkpad', 't480'] }, 'thinkpad t480 batteri'),
  ...ask('sv', { ...kinds.laptopCharger, unknown: ['elitebook', '840'] }, 'laddare till elitebook 840'),
  ...ask('sv', { ...kinds.screen, unknown: ['latitude', '7490'] }, 'skärm latitude 7490'),
  ...ask('sv', { ...kinds.keyboard, unknown: ['zenbook', 'ux425'] }, 'zenbook ux425 tangentbord'),
  ...ask('sv', { ...kinds.fan, unknown: ['macbook', 'a1990'] }, 'fläkt macbook a1990'),
  ...ask('en', { ...kinds.laptopBattery, unknown: ['thinkpad', 't480'] }, 'thinkpad t480 battery'),
  ...ask('en', { ...kinds.laptopCharger, unknown: ['xps', '9310'] }, 'charger for xps 9310'),
  ...ask('en', { ...kinds.hinge, unknown: ['ideapad', 's540'] }, 'ideapad s540 hinges'),
  ...ask('en', { ...kinds.keyboard, unknown: ['chromebook', 'c434'] }, 'keyboard chromebook c434'),
  ...ask(
    'en',
    { ...fitting(kinds.toner, 'typera-*', 'ordvik-kontor-*'), unknown: ['laserjet', 'm404'] },
    'laserjet m404 toner',
  ),
  ...ask('sv', 'nothing', 'zzqxv', 'FOO-999', 'BT-99999', 'qwrtplk', 'XZ-123.456'),
  ...ask('en', 'nothing', 'xqjzvw', 'FOO-999', 'CH-20005', 'KR-000.001', 'vbnmkq 777'),
]
