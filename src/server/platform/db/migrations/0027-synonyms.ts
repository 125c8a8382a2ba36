import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/**
 * Adds the synonyms of the search: a folded phrase of at most three words, and one word that it also means. The first
 * ones come with the shop; its staff changes them with `npm run shop -- synonym`.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'search_synonyms', { phrase: 'text', word: 'text' })
    .addPrimaryKeyConstraint('search_synonyms_pk', ['phrase', 'word'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  const rows = usual.flatMap((line) => {
    const [phrases = '', words = ''] = line.split(' = ')
    return phrases.split(', ').flatMap((phrase) => words.split(' ').map((word) => ({ phrase, word })))
  })
  await (db as Kysely<{ search_synonyms: { phrase: string; word: string } }>)
    .insertInto('search_synonyms')
    .values(rows)
    .execute()
}

/** Phrases = words that they also mean; the word of the other language, too, because names have one of them. */
const usual = [
  'natadapter, stromadapter, power adapter, power adaptor, ac adapter, mains adapter = laddare charger',
  'laptop adapter, power brick, charging adapter, power supply unit, natdel, stromforsorjning = laddare charger',
  'laddare, laptopladdare, datorladdare = charger',
  'charger, laptop charger, notebook charger = laddare',
  'batteri, ackumulator, accu, akku = battery',
  'battery, accumulator = batteri',
  'datorbatteri, laptop battery, notebook battery, laptopackumulator, batteri laptop, battery laptop = laptopbatteri',
  'notebook batteri, laptop batteri, batterier laptop, batterier barbara, notebook batteries = laptopbatteri',
  'bios batteri, bios battery, klockbatteri, moderkortsbatteri, clock battery = cmos',
  'barbar dator, barbara datorer, barbar pc, notebook = laptop',
  'tangentbord, klaviatur = keyboard',
  'keyboard = tangentbord',
  'skarm, bildskarm, display, lcd, panel, lcd panel, lcd skarm = skarm screen',
  'screen, monitor = skarm',
  'flakt = fan',
  'fan, cooler = flakt',
  'kylare = kylpaket flakt heatsink',
  'gangjarn = hinge',
  'hinge = gangjarn',
  'styrplatta, pekplatta, musplatta, touchpad, track pad, touch pad = styrplatta trackpad',
  'trackpad = styrplatta',
  'handledsstod, handlovsstod, palm rest = handledsstod palmrest',
  'webbkamera, kamera, web cam, webcam, camera = webbkamera webcam',
  'hogtalare, speaker = hogtalare speaker',
  'hdd, hard disk, harddisk, harddrive, hard drive = harddisk',
  'solid state, ssd disk, ssd skiva, ssd drive = ssd',
  'ram, arbetsminne, internminne, ramminne, ram minne, ram memory, ram stick = minne memory',
  'minne = memory',
  'memory = minne',
  'moderkort, mainboard, main board, systemkort, system board, huvudkort, logic board = moderkort motherboard',
  'motherboard = moderkort',
  'grafikkort, videokort, gpu, video card, graphics card = grafikkort graphics',
  'processor, cpu = processor',
  'kylpasta, thermal compound, heat paste, termisk pasta, termisk massa, varmepasta = kylpasta paste',
  'stromkabel, stromsladd, power cable, mains cable, mains lead, mains cord, natsladd, power cord = natsladd',
  'natkabel, natverkskabel, ethernet cable, ethernetkabel, lan cable, lan kabel, patch cable = natverkskabel',
  'kabel, sladd, lead = kabel cable',
  'tradlost, wlan, wi fi = wifi',
  'natverkskort, network card, nic = natverkskort',
  'nataggregat, psu, power supply, atx = nataggregat',
  'dockningsstation, docka, dock, docking, docking station = dockningsstation',
  'mus, datormus, mouse, moss = mus mouse',
  'stromkontakt, dc jack, power jack, dc kontakt, power connector = stromkontakt',
  'laddkontakt, laddport, laddingang, laddningsport, charging port, charging socket = laddkontakt stromkontakt',
  'toppkapa, skarmlock, lid, top cover, back cover = skarmlock lid',
  'bottenplatta, bottom case, bottom cover, base cover = bottenplatta',
  'bezel, skarmram = skarmram',
  'tonerkassett, toner cartridge, toner = toner',
  'blackpatron, blackpatroner, skrivarblack, ink cartridge, printer ink = blackpatron',
  'tangenter, tangent, keycap, key caps = tangentknappar keycaps',
  'skruvmejsel, screwdriver = skruvmejsel screwdriver',
  'presentkort, gift card, giftcard, gavokort = presentkort',
  'rubbing alcohol, isopropyl alcohol, isopropylalkohol, rengoringssprit, ipa = isopropanol',
  'reparationssats, repair kit = sats kit',
]
