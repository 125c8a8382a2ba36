import { words } from '../words.ts'
import { step, type DemoGuide } from './guide.ts'
import { closePhone, openPhone, phoneOff, unplugPhoneBattery } from './repeated-steps.ts'

const phoneTools = ['workshop kit phone', 'workshop heat bag', 'workshop isopropanol 100']

/** Guides for phones and printers. */
export const phoneAndPrinterGuides: readonly DemoGuide[] = [
  {
    id: 'phone-battery',
    title: words('Change the battery of a phone', 'Byt batteri i en mobil'),
    introduction: words(
      'A phone that switches off at 20% or lasts half a day needs a new battery. The phone is glued shut, so ' +
        'patience and warmth do more than force.',
      'En mobil som slocknar vid 20 % eller bara räcker en halv dag behöver ett nytt batteri. Telefonen är ' +
        'hoplimmad, så tålamod och värme gör mer nytta än kraft.',
    ),
    difficulty: 'hard',
    minutes: [45, 75],
    category: 'phone-batteries',
    tools: [...phoneTools, 'workshop pull tabs'],
    steps: [
      phoneOff,
      openPhone,
      unplugPhoneBattery,
      step(
        ['Pull the battery out', 'Dra loss batteriet'],
        [
          'Draw the pull tabs out slowly at a low angle, one after the other. If a tab tears, drip isopropanol ' +
            'under the edge, wait two minutes and lift the battery with a plastic card.',
          'Dra ut dragflikarna långsamt i låg vinkel, en i taget. Går en flik av droppar du isopropanol under ' +
            'kanten, väntar två minuter och lyfter batteriet med ett plastkort.',
        ],
        {
          warning: [
            'Do not bend or pierce the battery and never lever with metal. If it smokes or gets hot, take it ' +
              'outdoors and keep away.',
            'Böj eller stick inte i batteriet och bänd aldrig med metall. Ryker det eller blir varmt tar du ut ' +
              'det i det fria och håller avstånd.',
          ],
        },
      ),
      step(
        ['Lay the new battery in', 'Lägg i det nya batteriet'],
        [
          'Stick new pull tabs to the frame, plug the battery in once to see where it has to lie, unplug it again ' +
            'and press it down evenly.',
          'Fäst nya dragflikar i ramen, anslut batteriet en gång för att se hur det ska ligga, koppla ur det igen ' +
            'och tryck fast det jämnt.',
        ],
        { picture: 'battery lumora-one-5 amperine' },
      ),
      closePhone,
      step(
        ['Recycle the old battery', 'Återvinn det gamla batteriet'],
        [
          'Tape over its contacts and hand it in for recycling.',
          'Tejpa över kontakterna och lämna det till återvinning.',
        ],
      ),
    ],
  },
  {
    id: 'phone-screen',
    title: words('Change the screen of a phone', 'Byt skärm på en mobil'),
    introduction: words(
      'Glass and panel are one piece in nearly all phones and are changed together. Order the seal for the frame ' +
        'at the same time.',
      'Glas och panel är ett stycke i nästan alla mobiler och byts tillsammans. Beställ tätningen till ramen ' +
        'samtidigt.',
    ),
    difficulty: 'hard',
    minutes: [60, 90],
    category: 'phone-screens',
    tools: [...phoneTools, 'workshop gloves'],
    steps: [
      phoneOff,
      openPhone,
      unplugPhoneBattery,
      step(
        ['Take the screen off', 'Ta av skärmen'],
        [
          'Lift the plugs of picture, touch and front sensors straight up and lay the screen aside. Scrape the ' +
            'old glue off the frame with the flat end of the spudger and wipe it with isopropanol.',
          'Lyft kontakterna för bild, pekfunktion och främre sensorer rakt upp och lägg undan skärmen. Skrapa ' +
            'bort det gamla limmet från ramen med spatelns flata ände och torka med isopropanol.',
        ],
      ),
      step(
        ['Move the small parts over', 'Flytta smådelarna'],
        [
          'Move the earpiece, sensors and metal plates to the new screen, if they are not on it already. Handle ' +
            'the sensor cable with care: it is often paired with the phone.',
          'Flytta över hörlur, sensorer och metallplåtar till den nya skärmen om de inte redan sitter där. Var ' +
            'försiktig med sensorkabeln: den är ofta parad med telefonen.',
        ],
        { picture: 'screen lumora-one-5 oled' },
      ),
      closePhone,
    ],
  },
  {
    id: 'phone-charging-port',
    title: words('Change the charging port of a phone', 'Byt laddkontakt i en mobil'),
    introduction: words(
      'Look into the port with a lamp first: lint is the most common fault, and a wooden toothpick gets it out. ' +
        'If the plug still has no hold, the port is worn.',
      'Lys först in i porten med en lampa: ludd är det vanligaste felet, och en tandpetare av trä får ut det. ' +
        'Sitter kontakten ändå löst är porten utsliten.',
    ),
    difficulty: 'very_hard',
    minutes: [60, 120],
    category: 'charging-ports',
    tools: [...phoneTools, 'workshop tweezers', 'workshop esd mat'],
    steps: [
      phoneOff,
      openPhone,
      unplugPhoneBattery,
      step(
        ['Uncover the port', 'Frilägg porten'],
        [
          'Take the lower speaker and the vibration motor out; each is held by two or three screws. Unplug the ' +
            'antenna cables and remember which goes where.',
          'Ta ut den nedre högtalaren och vibrationsmotorn; båda sitter med två eller tre skruvar. Koppla ur ' +
            'antennkablarna och kom ihåg vilken som sitter var.',
        ],
      ),
      step(
        ['Loosen the flex cable', 'Lossa flexkabeln'],
        [
          'Warm the lower edge for two minutes and lift the flex cable with the spudger, a little at a time. The ' +
            'microphone on it must not get any isopropanol.',
          'Värm underkanten i två minuter och lyft flexkabeln med spateln, lite i taget. Mikrofonen på den får ' +
            'inte få isopropanol på sig.',
        ],
        { picture: 'port lumora-one-5' },
      ),
      step(
        ['Put the new port in', 'Sätt i den nya porten'],
        [
          'Fit the port into its opening first, then press the flex cable along its path. Do not fold it. Put ' +
            'antenna cables, motor and speaker back.',
          'Passa in porten i öppningen först och tryck sedan fast flexkabeln längs sin bana. Vik den inte. Sätt ' +
            'tillbaka antennkablar, motor och högtalare.',
        ],
      ),
      closePhone,
    ],
  },
  {
    id: 'printer-roller',
    title: words('Change the pickup roller of a laser printer', 'Byt matarrulle i en laserskrivare'),
    introduction: words(
      'Paper that jams or is not picked up mostly means a smooth roller. It is changed without tools.',
      'Papper som fastnar eller inte matas beror oftast på en blanksliten rulle. Den byts utan verktyg.',
    ),
    difficulty: 'very_easy',
    minutes: [5, 15],
    category: 'printer-rollers',
    series: [
      { brand: 'Typera', series: 'LP 200' },
      { brand: 'Typera', series: 'LP 400' },
    ],
    tools: ['workshop isopropanol 100', 'workshop cloths'],
    steps: [
      step(
        ['Switch off and let it cool', 'Stäng av och låt svalna'],
        [
          'Switch the printer off, unplug it and wait half an hour. Take out the paper tray and the toner, and ' +
            'cover the toner with a cloth: light harms the drum.',
          'Stäng av skrivaren, dra ur sladden och vänta en halvtimme. Ta ut pappersfacket och tonern och täck ' +
            'tonern med en duk: trumman tar skada av ljus.',
        ],
        {
          warning: [
            'The fuser at the back gets hotter than 150 °C. Do not touch it.',
            'Fixerenheten baktill blir varmare än 150 °C. Rör den inte.',
          ],
        },
      ),
      step(
        ['Take the roller off', 'Ta av rullen'],
        [
          'Reach in from the front, press the catch beside the roller and slide the roller off its shaft.',
          'Sträck in handen framifrån, tryck på spärren vid rullen och dra av rullen från axeln.',
        ],
        { picture: 'roller pickup typera-lp-210' },
      ),
      step(
        ['Put the new roller on', 'Sätt på den nya rullen'],
        [
          'Touch only its sides: fat from your fingers makes it slip. Slide it on until the catch snaps, and wipe ' +
            'the other rollers with a cloth and a little isopropanol.',
          'Ta bara i sidorna: fett från fingrarna gör att den slirar. Skjut på den tills spärren snäpper och ' +
            'torka de andra rullarna med en duk och lite isopropanol.',
        ],
      ),
      step(
        ['Print a test page', 'Skriv ut en provsida'],
        [
          'Put toner and tray back, print ten pages and reset the counter of the roller in the menu, if there is one.',
          'Sätt tillbaka toner och fack, skriv ut tio sidor och nollställ rullens räknare i menyn om den finns.',
        ],
      ),
    ],
  },
]
