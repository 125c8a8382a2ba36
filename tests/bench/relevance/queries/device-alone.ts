import { ask, type Query } from '../query.ts'

/** A device and nothing else: its name, a part of it, or one of its type numbers. */
export const deviceAlone: readonly Query[] = [
  ...ask(
    'sv',
    { devices: ['nordbok-pro-14-g3'] },
    'nordbok pro 14 g3',
    'pro 14 g3',
    'NBP14-G3',
    'nbp14 g3',
    '27R6-8106',
  ),
  ...ask('sv', { devices: ['nordbok-pro-14-*'] }, 'nordbok pro 14', 'Nordbok Pro14'),
  ...ask('sv', { devices: ['kestrel-merlin-15-g4'] }, 'kestrel merlin 15 g4', 'KM15-G4', '22E8-6892'),
  ...ask('sv', { devices: ['kestrel-hobby-11-*'] }, 'kestrel hobby 11'),
  ...ask('sv', { devices: ['halden-edge-13-g2'] }, 'halden edge 13 g2', 'edge 13 g2'),
  ...ask('sv', { devices: ['vireo-wren-12-g4'] }, 'vireo wren 12 g4', 'VW12 G4'),
  ...ask('sv', { devices: ['tamarack-t4-g5'] }, 'tamarack t4 g5'),
  ...ask('sv', { devices: ['solvik-rapid-16-g1'] }, 'solvik rapid 16 g1'),
  ...ask('sv', { devices: ['lumora-one-7'] }, 'lumora one 7'),
  ...ask('sv', { devices: ['typera-lp-425'] }, 'typera lp 425', 'lp425'),
  ...ask('en', { devices: ['nordbok-air-13-g3'] }, 'nordbok air 13 g3', 'air 13 g3', 'NBA13-G3', '24W4 3788'),
  ...ask('en', { devices: ['kestrel-saker-17-g2'] }, 'kestrel saker 17 g2', 'Saker17 G2'),
  ...ask('en', { devices: ['halden-office-14-g6'] }, 'halden office 14 g6', 'HO14-G6', '21U8-8070'),
  ...ask('en', { devices: ['halden-office-15-*'] }, 'halden office 15'),
  ...ask('en', { devices: ['vireo-lark-15-*'] }, 'vireo lark 15'),
  ...ask('en', { devices: ['vireo-finch-16-g2'] }, 'vireo finch 16 g2'),
  ...ask('en', { devices: ['tamarack-x3-g4'] }, 'tamarack x3 g4', 'TX3-G4'),
  ...ask('en', { devices: ['solvik-kontur-15-g1'] }, 'solvik kontur 15 g1'),
  ...ask('en', { devices: ['pelago-sund-3'] }, 'pelago sund 3', 'PSD-3'),
  ...ask('en', { devices: ['lumora-tab-10-gen-4'] }, 'lumora tab 10 gen 4'),
  ...ask('en', { devices: ['ordvik-kontor-35'] }, 'ordvik kontor 35'),
]
