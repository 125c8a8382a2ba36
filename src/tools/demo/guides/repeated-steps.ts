import { step, type DemoStep } from './guide.ts'

/** Steps with which repairs of a laptop begin and end. */
export const switchOff: DemoStep = step(
  ['Switch off and unplug', 'Stäng av och dra ur laddaren'],
  [
    'Back up what you cannot lose. Choose Shut down, not Sleep, and wait until the fan stands still. Unplug the ' +
      'charger and everything else, then hold the power button for ten seconds.',
    'Säkerhetskopiera det du inte har råd att förlora. Välj Stäng av, inte Viloläge, och vänta tills fläkten står ' +
      'still. Dra ur laddaren och allt annat och håll sedan strömknappen intryckt i tio sekunder.',
  ],
)

export const openBase: DemoStep = step(
  ['Open the bottom cover', 'Öppna bottenplattan'],
  [
    'Lay the laptop with its lid down on a soft, clean cloth. Loosen all screws and put them on the mat in the ' +
      'pattern they came from: they often differ in length. Look for screws under rubber feet.\n\nPush a pick into ' +
      'the gap near a rear corner and slide it along the edge. The clips let go one by one.',
    'Lägg datorn med locket nedåt på en mjuk, ren duk. Lossa alla skruvar och lägg dem på mattan i samma mönster ' +
      'som de satt: de är ofta olika långa. Titta efter skruvar under gummifötterna.\n\nTryck in ett plektrum i ' +
      'springan vid ett bakre hörn och dra det längs kanten. Snäppena släpper ett i taget.',
  ],
)

export const unplugBattery: DemoStep = step(
  ['Unplug the battery', 'Koppla ur batteriet'],
  [
    'Put on the wrist strap and clip it to bare metal of the chassis. Find the battery plug on the mainboard, ' +
      'fold up its latch if it has one, and push the plug out of its socket with the flat end of the spudger.',
    'Sätt på armbandet och kläm fast det på bar metall i chassit. Leta upp batterikontakten på moderkortet, fäll ' +
      'upp låset om den har ett och skjut ut kontakten med spatelns flata ände.',
  ],
  {
    warning: [
      'The mainboard has voltage until the battery is unplugged. Do not touch anything else with metal tools before.',
      'Moderkortet är strömsatt tills batteriet är urkopplat. Rör inget annat med metallverktyg innan dess.',
    ],
    picture: 'battery nordbok-pro-13-g1 0',
  },
)

export const closeBase: DemoStep = step(
  ['Plug the battery in and close', 'Koppla in batteriet och stäng'],
  [
    'Check that no tool or screw is left inside and that no cable lies over a screw hole. Plug the battery in, ' +
      'press the cover on all round until every clip has snapped, and put the screws back where they came from. ' +
      'Turn them until they stop, and no further.',
    'Kontrollera att inget verktyg eller någon skruv ligger kvar och att ingen kabel ligger över ett skruvhål. ' +
      'Koppla in batteriet, tryck fast plattan runt om tills alla snäppen har gått i och sätt tillbaka skruvarna ' +
      'där de satt. Dra tills det tar stopp, inte längre.',
  ],
)

/** Steps with which repairs of a phone begin and end. */
export const phoneOff: DemoStep = step(
  ['Discharge and switch off', 'Ladda ur och stäng av'],
  [
    'Back up the phone. Use it until less than 25% of its charge is left, then switch it off and take out the SIM ' +
      'tray.',
    'Säkerhetskopiera telefonen. Använd den tills mindre än 25 % laddning återstår, stäng av den och ta ut ' +
      'simkortshållaren.',
  ],
  {
    warning: [
      'A charged lithium battery can catch fire if it is pierced. If it is swollen, do not heat the phone and do ' +
        'not press on it: leave the work to a workshop.',
      'Ett laddat litiumbatteri kan börja brinna om det punkteras. Är det svullet får du inte värma telefonen ' +
        'eller trycka på den: lämna arbetet till en verkstad.',
    ],
  },
)

export const openPhone: DemoStep = step(
  ['Warm the edge and open the phone', 'Värm kanten och öppna telefonen'],
  [
    'Lay the heating pad on the front for four minutes. Put the suction handle near the lower edge, pull evenly ' +
      'and push a pick into the gap, no deeper than 3 mm. Slide it round the phone; warm again where it gets ' +
      'stuck.\n\nOpen the front like a book. Do not pull: it is still held by its cables.',
    'Lägg värmedynan på framsidan i fyra minuter. Sätt sugkoppen nära underkanten, dra jämnt och tryck in ett ' +
      'plektrum i springan, högst 3 mm. Dra det runt telefonen och värm igen där det fastnar.\n\nÖppna framsidan ' +
      'som en bok. Dra inte: den hålls fortfarande av sina kablar.',
  ],
  {
    warning: [
      'Cracked glass splinters. Tape over it with wide clear tape and wear eye protection.',
      'Sprucket glas splittras. Täck det med bred genomskinlig tejp och använd skyddsglasögon.',
    ],
  },
)

export const unplugPhoneBattery: DemoStep = step(
  ['Unplug the battery first', 'Koppla ur batteriet först'],
  [
    'Unscrew the small metal cover over the plugs. Note which screw sat where: a screw that is too long damages ' +
      'the board. Lift the battery plug straight up with the spudger, and only then the plugs of the screen.',
    'Skruva loss den lilla metallplåten över kontakterna. Notera var varje skruv satt: en för lång skruv skadar ' +
      'kortet. Lyft batterikontakten rakt upp med spateln, och först därefter skärmens kontakter.',
  ],
)

export const closePhone: DemoStep = step(
  ['Test, seal and close', 'Prova, täta och stäng'],
  [
    'Plug everything in, the battery last, and try the phone while it is still open: picture, touch, charging, ' +
      'camera and sound. Switch it off again, wipe the frame with isopropanol, lay the new seal on and press the ' +
      'phone shut all round for a minute.\n\nWater resistance cannot be promised after a repair.',
    'Koppla in allt, batteriet sist, och prova telefonen medan den är öppen: bild, pekfunktion, laddning, kamera ' +
      'och ljud. Stäng av den igen, torka ramen med isopropanol, lägg på den nya tätningen och tryck ihop telefonen ' +
      'runt om i en minut.\n\nEfter en reparation går det inte att lova att telefonen är vattentålig.',
  ],
)
