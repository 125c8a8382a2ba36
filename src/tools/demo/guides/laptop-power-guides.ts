import { words } from '../words.ts'
import { step, type DemoGuide } from './guide.ts'
import { closeBase, openBase, switchOff, unplugBattery } from './repeated-steps.ts'

/** Guides for batteries, charging sockets and cooling of laptops. */
export const laptopPowerGuides: readonly DemoGuide[] = [
  {
    id: 'laptop-battery',
    title: words('Change the battery of a laptop', 'Byt batteri i en bärbar dator'),
    introduction: words(
      'A built-in laptop battery is held by screws and one plug. Change it when less than 70% of its capacity is ' +
        'left, or at once if it is swollen.',
      'Ett inbyggt laptopbatteri sitter med skruvar och en kontakt. Byt det när mindre än 70 % av kapaciteten ' +
        'återstår, eller genast om det är svullet.',
    ),
    difficulty: 'moderate',
    minutes: [20, 40],
    category: 'laptop-batteries',
    tools: ['workshop driver 24', 'workshop picks', 'workshop spudger', 'workshop wrist strap'],
    steps: [
      step(
        ['Check the old battery', 'Kontrollera det gamla batteriet'],
        [
          'Let the charge fall below 25% before you begin. Look at the trackpad and the base: if they bulge, the ' +
            'battery is swollen.',
          'Låt laddningen sjunka under 25 % innan du börjar. Titta på styrplattan och undersidan: buktar de är ' +
            'batteriet svullet.',
        ],
        {
          warning: [
            'Do not charge, bend, press or pierce a swollen battery. Work away from anything that can burn and ' +
              'keep a bucket of dry sand within reach.',
            'Ladda, böj, tryck eller stick aldrig i ett svullet batteri. Arbeta långt från sådant som kan brinna ' +
              'och ha en hink torr sand inom räckhåll.',
          ],
        },
      ),
      switchOff,
      openBase,
      unplugBattery,
      step(
        ['Take the battery out', 'Ta ut batteriet'],
        [
          'Loosen the screws that hold the battery and lift it out flat. If it is glued, drip a little ' +
            'isopropanol under the edge, wait two minutes and pull a thin plastic card along below it.',
          'Lossa skruvarna som håller batteriet och lyft ut det plant. Är det limmat droppar du lite isopropanol ' +
            'under kanten, väntar två minuter och drar ett tunt plastkort längs undersidan.',
        ],
        {
          warning: ['Never lever a battery out with metal.', 'Bänd aldrig ut ett batteri med metall.'],
        },
      ),
      step(
        ['Put the new battery in', 'Sätt i det nya batteriet'],
        [
          'Compare voltage, plug and screw holes with the old one. Lay the new battery flat, tighten its screws ' +
            'by hand and lay the cable in its channel.',
          'Jämför spänning, kontakt och skruvhål med det gamla. Lägg det nya batteriet plant, dra skruvarna för ' +
            'hand och lägg kabeln i sin kanal.',
        ],
      ),
      closeBase,
      step(
        ['Charge it and recycle the old one', 'Ladda och återvinn det gamla'],
        [
          'Charge to 100%, use the laptop down to about 10% and charge it fully again, so that the remaining time ' +
            'is shown correctly. Tape over the contacts of the old battery and hand it in for recycling; it must ' +
            'not go into the household waste or the post.',
          'Ladda till 100 %, använd datorn ned till ungefär 10 % och ladda fullt igen, så att återstående tid ' +
            'visas rätt. Tejpa över kontakterna på det gamla batteriet och lämna det till återvinning; det får inte ' +
            'läggas i hushållssoporna eller skickas med post.',
        ],
      ),
    ],
  },
  {
    id: 'laptop-fan',
    title: words('Clean the fan and renew the thermal paste', 'Rengör fläkten och byt kylpasta'),
    introduction: words(
      'A laptop that is loud, hot or slow mostly has dust in its fan and dry thermal paste. Renew the paste ' +
        'whenever the heatsink has been off, and change a fan that rattles or stands still.',
      'En dator som låter, blir varm eller går långsamt har oftast damm i fläkten och torr kylpasta. Byt pasta ' +
        'varje gång kylflänsen har varit lös, och byt en fläkt som skramlar eller står still.',
    ),
    difficulty: 'moderate',
    minutes: [45, 75],
    category: 'laptop-cooling',
    tools: ['workshop driver 24', 'workshop spudger', 'workshop air', 'workshop isopropanol 100', 'workshop cloths'],
    parts: ['paste 8.5 4'],
    steps: [
      switchOff,
      openBase,
      unplugBattery,
      step(
        ['Clean the fan', 'Rengör fläkten'],
        [
          'Hold the fan blades still with a finger and blow short bursts through the fins from the outside in. ' +
            'Wipe the blades with a cloth.',
          'Håll fast fläktbladen med ett finger och blås korta stötar genom flänsarna utifrån och in. Torka ' +
            'bladen med en duk.',
        ],
        {
          warning: [
            'Never let the compressed air spin the fan: it generates voltage and wears the bearing. Keep the can ' +
              'upright, so that no liquid comes out.',
            'Låt aldrig tryckluften snurra fläkten: den alstrar spänning och sliter på lagret. Håll burken ' +
              'upprätt så att ingen vätska kommer ut.',
          ],
        },
      ),
      step(
        ['Take the heatsink off', 'Ta bort kylflänsen'],
        [
          'Unplug the fan. Loosen the screws of the heatsink a turn each, in reverse of the printed numbers, ' +
            'until they are free. If it sticks, twist it gently; do not lever on the processor.',
          'Koppla ur fläkten. Lossa kylflänsens skruvar ett varv i taget, i omvänd ordning mot de tryckta ' +
            'siffrorna, tills de är lösa. Sitter den fast vrider du den försiktigt; bänd inte mot processorn.',
        ],
        { picture: 'heatsink nordbok-pro-13-g1' },
      ),
      step(
        ['Renew the paste', 'Byt pasta'],
        [
          'Wipe the old paste off both surfaces with isopropanol until they shine, and let them dry. Put a drop ' +
            'the size of a grain of rice on the middle of each chip. Thermal pads stay where they are; replace torn ' +
            'ones by pads of the same thickness.',
          'Torka bort den gamla pastan från båda ytorna med isopropanol tills de blänker och låt dem torka. Lägg ' +
            'en droppe stor som ett riskorn mitt på varje krets. Kylkuddar får sitta kvar; byt trasiga mot kuddar ' +
            'av samma tjocklek.',
        ],
        {
          warning: [
            'Liquid metal conducts electricity and destroys aluminium. Use ordinary paste if you are not sure.',
            'Flytande metall leder ström och förstör aluminium. Använd vanlig pasta om du är osäker.',
          ],
        },
      ),
      step(
        ['Put the heatsink back', 'Sätt tillbaka kylflänsen'],
        [
          'Lower it straight down. Tighten the screws a turn each in the order of the printed numbers, and plug ' +
            'the fan in.',
          'Sänk den rakt ned. Dra skruvarna ett varv i taget i de tryckta siffrornas ordning och koppla in fläkten.',
        ],
      ),
      closeBase,
    ],
  },
  {
    id: 'laptop-charging-socket',
    title: words('Change the charging socket of a laptop', 'Byt laddkontakt i en bärbar dator'),
    introduction: words(
      'A charger that only works at a certain angle points to a worn socket. Try another charger first. This ' +
        'guide is for sockets with a cable; sockets soldered to the mainboard are work for a workshop.',
      'En laddare som bara fungerar i en viss vinkel tyder på en sliten laddkontakt. Prova en annan laddare ' +
        'först. Guiden gäller kontakter med kabel; är kontakten lödd på moderkortet är det ett jobb för en verkstad.',
    ),
    difficulty: 'hard',
    minutes: [45, 90],
    category: 'dc-jacks',
    tools: ['workshop driver 24', 'workshop picks', 'workshop spudger', 'workshop tweezers', 'workshop wrist strap'],
    steps: [
      switchOff,
      openBase,
      unplugBattery,
      step(
        ['Uncover the socket', 'Frilägg kontakten'],
        [
          'Take a photo of how the cable lies. In many models the hinge covers the socket: support the lid, ' +
            'loosen the hinge screws of that side and swing the hinge up.',
          'Ta ett foto av hur kabeln ligger. I många modeller ligger gångjärnet över kontakten: stötta locket, ' +
            'lossa gångjärnets skruvar på den sidan och fäll upp gångjärnet.',
        ],
      ),
      step(
        ['Change the socket', 'Byt kontakten'],
        [
          'Push the plug out of the board by its sides; do not pull on the wires. Compare plug and cable length ' +
            'of old and new, lay the new cable as the old one lay and screw the socket in.',
          'Skjut ut kontakten ur kortet i sidorna; dra inte i kablarna. Jämför kontakt och kabellängd på gammal ' +
            'och ny, lägg den nya kabeln som den gamla låg och skruva fast kontakten.',
        ],
        { picture: 'jack nordbok-pro-13-g1' },
      ),
      step(
        ['Put the hinge back', 'Sätt tillbaka gångjärnet'],
        [
          'Swing the hinge down, tighten its screws firmly and open and close the lid once. The cable must not be ' +
            'pinched.',
          'Fäll ned gångjärnet, dra skruvarna ordentligt och öppna och stäng locket en gång. Kabeln får inte klämmas.',
        ],
      ),
      closeBase,
    ],
  },
]
