import { branch } from './branch.ts'

export const mobileBranch = branch(
  'phone-and-tablet',
  'phone-screen',
  ['Phone & tablet parts', 'Mobil- och surfplattedelar'],
  [
    'Screens, batteries and charging ports for Lumora and Pelago.',
    'Skärmar, batterier och laddkontakter till Lumora och Pelago.',
  ],
  [
    branch(
      'phone-screens',
      'phone-screen',
      ['Phone screens', 'Mobilskärmar'],
      ['Glass, panel and frame in one piece.', 'Glas, panel och ram i ett stycke.'],
    ),
    branch(
      'phone-batteries',
      'phone-battery',
      ['Phone batteries', 'Mobilbatterier'],
      ['With pull tabs and adhesive.', 'Med dragflikar och häftremsor.'],
    ),
    branch(
      'charging-ports',
      'flat-flex-cable',
      ['Charging ports', 'Laddkontakter'],
      ['Charging ports on flexible cable, with microphone.', 'Laddkontakter på flexkabel, med mikrofon.'],
    ),
    branch(
      'tablet-screens',
      'touch-digitizer',
      ['Tablet screens & glass', 'Skärmar och glas till surfplatta'],
      ['Touch glass alone, or with the panel.', 'Enbart pekglas, eller med panel.'],
    ),
    branch(
      'tablet-batteries',
      'phone-battery',
      ['Tablet batteries', 'Batterier till surfplatta'],
      ['Flat batteries for tablets.', 'Platta batterier till surfplattor.'],
    ),
    branch(
      'phone-adhesives',
      'adhesive-strips',
      ['Adhesives & seals', 'Häftremsor och tätningar'],
      ['Cut to shape, so that the phone closes as it was.', 'Färdigskurna, så att telefonen sluter som förut.'],
    ),
  ],
)

export const printersBranch = branch(
  'printer-parts',
  'printer-roller',
  ['Printer parts', 'Skrivardelar'],
  ['Parts that wear, for Typera and Ordvik.', 'Slitdelar till Typera och Ordvik.'],
  [
    branch(
      'printer-rollers',
      'printer-roller',
      ['Rollers & pads', 'Rullar och friktionsplattor'],
      ['Paper jams mostly begin with a smooth roller.', 'Papperstrassel börjar oftast med en blanksliten rulle.'],
    ),
    branch(
      'toner-and-ink',
      'generic-part',
      ['Toner & ink', 'Toner och bläck'],
      ['Also as a subscription, every 30, 60 or 90 days.', 'Även som prenumeration, var 30:e, 60:e eller 90:e dag.'],
    ),
    branch(
      'printer-maintenance',
      'printer-roller',
      ['Fusers & maintenance', 'Fixerenheter och underhåll'],
      ['Kits for the service that the printer asks for.', 'Satser för den service som skrivaren ber om.'],
    ),
  ],
)
