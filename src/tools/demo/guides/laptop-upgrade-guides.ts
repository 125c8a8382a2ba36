import { words } from '../words.ts'
import { step, type DemoGuide } from './guide.ts'
import { closeBase, openBase, switchOff, unplugBattery } from './repeated-steps.ts'

/** Guides for storage, memory, keyboards and screens of laptops. */
export const laptopUpgradeGuides: readonly DemoGuide[] = [
  {
    id: 'laptop-ssd',
    title: words('Change the SSD of a laptop', 'Byt SSD i en bärbar dator'),
    introduction: words(
      'An M.2 SSD is held by one screw. Most of the time goes into moving your files, which is easiest with the ' +
        'new SSD in an external enclosure before the swap.',
      'En M.2-SSD sitter med en enda skruv. Mest tid går åt till att flytta filerna, vilket är lättast om den nya ' +
        'SSD:n sitter i ett externt kabinett före bytet.',
    ),
    difficulty: 'easy',
    minutes: [15, 30],
    category: 'ssd-nvme',
    tools: ['workshop driver 24', 'workshop picks', 'workshop wrist strap', 'enclosure nvme 10'],
    steps: [
      step(
        ['Copy your files', 'Kopiera dina filer'],
        [
          'Put the new SSD in the enclosure, connect it and clone the old one with a cloning program, or back up ' +
            'your files and prepare a USB stick to install the operating system from. Note the recovery key if the ' +
            'drive is encrypted.',
          'Sätt den nya SSD:n i kabinettet, anslut det och klona den gamla med ett kloningsprogram, eller ' +
            'säkerhetskopiera filerna och förbered ett USB-minne att installera operativsystemet från. Anteckna ' +
            'återställningsnyckeln om disken är krypterad.',
        ],
      ),
      switchOff,
      openBase,
      unplugBattery,
      step(
        ['Take the old SSD out', 'Ta ut den gamla SSD:n'],
        [
          'Loosen the screw at the end of the SSD. It rises a little by itself; pull it out of its slot at that ' +
            'angle. Keep a heat spreader or thermal pad for the new one.',
          'Lossa skruven vid SSD:ns ände. Den reser sig lite av sig själv; dra ut den ur platsen i den vinkeln. ' +
            'Spara kylplåt eller kylkudde till den nya.',
        ],
      ),
      step(
        ['Put the new SSD in', 'Sätt i den nya SSD:n'],
        [
          'Hold it by its edges. Check that the notch and the length (2280, 2242 or 2230) agree, push it in at ' +
            'the same angle until no gold shows, press it down and tighten the screw lightly.',
          'Håll den i kanterna. Kontrollera att skåran och längden (2280, 2242 eller 2230) stämmer, skjut in den ' +
            'i samma vinkel tills inget guld syns, tryck ned den och dra skruven lätt.',
        ],
        { picture: 'nvme 250 bitlund nvme_4 m2_2280' },
      ),
      closeBase,
      step(
        ['Check that it is found', 'Kontrollera att den hittas'],
        [
          'Start the laptop and open the firmware settings: the new SSD must be listed. Keep the old one until ' +
            'everything has worked for a week, then erase it.',
          'Starta datorn och öppna inställningarna för den fasta programvaran: den nya SSD:n ska finnas i listan. ' +
            'Spara den gamla tills allt har fungerat i en vecka och radera den sedan.',
        ],
      ),
    ],
  },
  {
    id: 'laptop-memory',
    title: words('Add or change laptop memory', 'Bygg ut eller byt minne i en bärbar dator'),
    introduction: words(
      'Memory modules of the SO-DIMM type sit in slots and are changed without much force. First check that your ' +
        'laptop has slots: in many thin models the memory is soldered. Type (DDR4, DDR5) and voltage must agree ' +
        'with the old module.',
      'Minnesmoduler av typen SO-DIMM sitter i socklar och byts utan att man behöver ta i. Kontrollera först att ' +
        'din dator har socklar: i många tunna modeller är minnet fastlött. Typ (DDR4, DDR5) och spänning måste ' +
        'stämma med den gamla modulen.',
    ),
    difficulty: 'easy',
    minutes: [10, 25],
    category: 'laptop-memory',
    tools: ['workshop driver 24', 'workshop picks', 'workshop wrist strap'],
    steps: [
      switchOff,
      openBase,
      unplugBattery,
      step(
        ['Take the old module out', 'Ta ut den gamla modulen'],
        [
          'Spread the two metal arms beside the module with your thumbs. It springs up to about 30°; pull it out ' +
            'at that angle. Touch the edges only, never the gold contacts.',
          'För isär de två metallarmarna vid sidorna med tummarna. Modulen fjädrar upp till ungefär 30°; dra ut ' +
            'den i den vinkeln. Ta bara i kanterna, aldrig i guldkontakterna.',
        ],
      ),
      step(
        ['Put the new module in', 'Sätt i den nya modulen'],
        [
          'Turn the notch to the key of the slot, push the module in at 30° until the contacts have nearly ' +
            'disappeared and press it down until both arms snap in.',
          'Vänd skåran mot sockelns klack, skjut in modulen i 30° tills kontakterna nästan har försvunnit och ' +
            'tryck ned den tills båda armarna snäpper i.',
        ],
        { picture: 'memory DDR4 4 2666 bitlund so_dimm' },
      ),
      closeBase,
      step(
        ['Check the amount', 'Kontrollera mängden'],
        [
          'The first start may take a few minutes while the memory is trained. If the screen stays dark, unplug ' +
            'the battery again and push the module further in.',
          'Första starten kan ta några minuter medan minnet ställs in. Förblir skärmen svart kopplar du ur ' +
            'batteriet igen och trycker in modulen längre.',
        ],
      ),
    ],
  },
  {
    id: 'laptop-keyboard',
    title: words('Change the keyboard of a laptop', 'Byt tangentbord i en bärbar dator'),
    introduction: words(
      'In most laptops the keyboard is fixed from the inside, so that nearly everything has to come out. Take ' +
        'photos as you go. After a spill, switch off at once and let the laptop dry before you open it.',
      'I de flesta bärbara datorer sitter tangentbordet fast inifrån, så att nästan allt måste ut. Fotografera ' +
        'efter hand. Har du spillt vätska stänger du av genast och låter datorn torka innan du öppnar den.',
    ),
    difficulty: 'hard',
    minutes: [60, 120],
    category: 'laptop-keyboards',
    tools: [
      'workshop driver 24',
      'workshop picks',
      'workshop spudger',
      'workshop tweezers',
      'workshop magnetic mat',
      'workshop wrist strap',
    ],
    steps: [
      switchOff,
      openBase,
      unplugBattery,
      step(
        ['Clear the way to the keyboard', 'Frilägg tangentbordet'],
        [
          'Take out what lies above the keyboard: battery, fan, SSD and, in most models, the mainboard. Unplug ' +
            'each cable by its plug and lay the screws of each part on a field of their own.',
          'Ta ut det som ligger över tangentbordet: batteri, fläkt, SSD och i de flesta modeller moderkortet. ' +
            'Koppla ur varje kabel i kontakten och lägg varje dels skruvar i ett eget fält.',
        ],
      ),
      step(
        ['Free the ribbon cable', 'Lossa flatkabeln'],
        [
          'Lift the latch of the socket with a fingernail or the spudger, 90° at most, and draw the ribbon ' +
            'straight out. A backlight has a second, narrower ribbon.',
          'Fäll upp sockelns lås med nageln eller spateln, högst 90°, och dra flatkabeln rakt ut. ' +
            'Bakgrundsbelysning har en andra, smalare flatkabel.',
        ],
        {
          warning: [
            'The latches break easily. If one does not move, look whether it slides instead of folding.',
            'Låsen går lätt av. Rör det sig inte ska det kanske skjutas i stället för fällas.',
          ],
        },
      ),
      step(
        ['Change the keyboard', 'Byt tangentbordet'],
        [
          'Loosen the many small screws, or pull the plastic rivets off. Lay the new keyboard in, check that no ' +
            'key rubs against the frame, and fasten it from the middle outwards.',
          'Lossa de många små skruvarna, eller dra bort plastnitarna. Lägg i det nya tangentbordet, kontrollera ' +
            'att ingen tangent skaver mot ramen och fäst det från mitten och utåt.',
        ],
        { picture: 'keyboard nordbok-pro-13-g1 lit' },
      ),
      step(
        ['Put everything back', 'Sätt tillbaka allt'],
        [
          'Push the ribbons in until the white line touches the socket, close the latches and put the parts back ' +
            'in reverse order. Renew the thermal paste if the heatsink was off.',
          'Skjut in flatkablarna tills den vita linjen når sockeln, stäng låsen och sätt tillbaka delarna i ' +
            'omvänd ordning. Byt kylpasta om kylflänsen har varit lös.',
        ],
      ),
      closeBase,
    ],
  },
  {
    id: 'laptop-screen',
    title: words('Change the screen of a laptop', 'Byt skärm i en bärbar dator'),
    introduction: words(
      'A cracked panel is changed from the front, behind the bezel. If the picture flickers when you move the ' +
        'lid, it is more often the cable. Size, resolution and number of pins must agree with the old panel.',
      'En sprucken panel byts framifrån, bakom ramen. Flimrar bilden när du rör locket är det oftare kabeln. ' +
        'Storlek, upplösning och antal stift måste stämma med den gamla panelen.',
    ),
    difficulty: 'moderate',
    minutes: [30, 60],
    category: 'laptop-screens',
    tools: ['workshop driver 24', 'workshop picks', 'workshop spudger', 'workshop tape 3'],
    steps: [
      switchOff,
      openBase,
      unplugBattery,
      step(
        ['Loosen the bezel', 'Lossa ramen'],
        [
          'Open the lid at a right angle. Remove screw covers, then slide a pick between frame and panel, ' +
            'beginning in the middle of the upper edge. Warm a glued frame a little with a heating pad or hair ' +
            'dryer.',
          'Öppna locket i rät vinkel. Ta bort skruvlocken och för in ett plektrum mellan ram och panel, med ' +
            'början mitt på överkanten. Värm en limmad ram lite med värmedyna eller hårtork.',
        ],
        {
          warning: [
            'Broken panels have sharp edges and can leak. Wear gloves and eye protection, and do not touch the liquid.',
            'Trasiga paneler har vassa kanter och kan läcka. Använd handskar och skyddsglasögon och rör inte vätskan.',
          ],
        },
      ),
      step(
        ['Fold the panel down', 'Fäll ned panelen'],
        [
          'Loosen its screws or draw the stretch tapes out slowly, parallel to the lid. Fold the panel forward ' +
            'onto a cloth on the keyboard.',
          'Lossa skruvarna eller dra långsamt ut häftremsorna, parallellt med locket. Fäll panelen framåt på en ' +
            'duk på tangentbordet.',
        ],
      ),
      step(
        ['Move the cable over', 'Flytta kabeln'],
        [
          'Lift the tape over the plug, fold the wire latch up and draw the plug out straight. Push it into the ' +
            'new panel just as straight, fold the latch down and tape it. Connect the battery and try the picture ' +
            'before you fasten the panel; unplug the battery again afterwards.',
          'Lyft tejpen över kontakten, fäll upp trådlåset och dra kontakten rakt ut. Skjut in den lika rakt i den ' +
            'nya panelen, fäll ned låset och tejpa. Anslut batteriet och prova bilden innan du fäster panelen; ' +
            'koppla ur batteriet igen efteråt.',
        ],
        { picture: 'screen nordbok-pro-13-g1 0' },
      ),
      step(
        ['Fasten panel and bezel', 'Fäst panel och ram'],
        [
          'Fasten the panel with its screws or new 3 mm tape, pull the protective film off last and press the ' +
            'bezel on all round.',
          'Fäst panelen med skruvarna eller ny 3 mm-tejp, dra av skyddsfilmen sist och tryck fast ramen runt om.',
        ],
      ),
      closeBase,
    ],
  },
]
